"""`mcp` on the command line; tests/apps/agents tests the server."""

from nonosat.apps.cli import run


def test_a_folder_of_pictures_goes_to_the_server(serving, tmp_path, capfd):
    assert run(["mcp", "--read", str(tmp_path)]) == 0
    assert serving.folder == str(tmp_path)
    assert run(["mcp"]) == 0
    assert serving.folder is None
    assert run(["mcp", "--read", str(tmp_path / "none")]) == 64
    assert "no such folder" in capfd.readouterr().err
