"""The description of the HTTP API is true: requests and responses by it, against a running server."""

import pytest
from effort import tries
from hypothesis import HealthCheck, given, settings
from servers import served

from nonosat.apps.studio.openapi import document
from nonosat.apps.studio.settings import Settings

pytestmark = pytest.mark.slow


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_requests_by_the_description_are_answered_as_it_says():
    schemathesis = pytest.importorskip("schemathesis")
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    checks = [positive_data_acceptance]  # a puzzle of the right shape may still be wrong, or too large
    described = schemathesis.openapi.from_dict(document(Settings(seconds=1)))
    with served("--time-limit", "1") as (_, address):
        base = f"http://{address.netloc}"
        for operation in described.get_all_operations():
            for mode in GenerationMode.POSITIVE, GenerationMode.NEGATIVE:
                statuses = tried(operation.ok().as_strategy(generation_mode=mode), base, checks)
                assert statuses <= ({200, 413, 422} if mode is GenerationMode.POSITIVE else {422})


def tried(cases, base, excluded):
    """The statuses of the responses to some requests; each response is as the description says."""
    statuses = set()

    @settings(max_examples=tries(60), deadline=None, suppress_health_check=list(HealthCheck))
    @given(cases)
    def responds(case):
        response = case.call(base_url=base)
        statuses.add(response.status_code)
        assert response.status_code < 500
        case.validate_response(response, excluded_checks=excluded)

    responds()
    return statuses
