// Written by packaging/names.py from nonosat.formats.synonyms and nonosat.formats.pictures.letters.

/** Names of members by what they mean, without case, blanks, `_` and `-`. */
export const SYNONYMS = {
  rows: "rowclues rowsclues horizontalclues leftclues sideclues hclues rowhints rowshints horizontalhints lefthints sidehints hhints rowconstraints rowsconstraints horizontalconstraints leftconstraints sideconstraints hconstraints rowrules rowsrules horizontalrules leftrules siderules hrules rownumbers rowsnumbers horizontalnumbers leftnumbers sidenumbers hnumbers rowruns rowsruns horizontalruns leftruns sideruns hruns rowblocks rowsblocks horizontalblocks leftblocks sideblocks hblocks rowgroups rowsgroups horizontalgroups leftgroups sidegroups hgroups rowdescriptions rowsdescriptions horizontaldescriptions leftdescriptions sidedescriptions hdescriptions rowdata rowsdata horizontaldata leftdata sidedata hdata rowinfo rowsinfo horizontalinfo leftinfo sideinfo hinfo row rows horizontal left side hor horizontals across",
  columns:
    "columnclues columnsclues colclues colsclues verticalclues topclues upclues vclues columnhints columnshints colhints colshints verticalhints tophints uphints vhints columnconstraints columnsconstraints colconstraints colsconstraints verticalconstraints topconstraints upconstraints vconstraints columnrules columnsrules colrules colsrules verticalrules toprules uprules vrules columnnumbers columnsnumbers colnumbers colsnumbers verticalnumbers topnumbers upnumbers vnumbers columnruns columnsruns colruns colsruns verticalruns topruns upruns vruns columnblocks columnsblocks colblocks colsblocks verticalblocks topblocks upblocks vblocks columngroups columnsgroups colgroups colsgroups verticalgroups topgroups upgroups vgroups columndescriptions columnsdescriptions coldescriptions colsdescriptions verticaldescriptions topdescriptions updescriptions vdescriptions columndata columnsdata coldata colsdata verticaldata topdata updata vdata columninfo columnsinfo colinfo colsinfo verticalinfo topinfo upinfo vinfo column columns col cols vertical top ver vert verticals down",
  height: "height rows rowcount numrows nrows nbrows numberofrows h",
  width: "width cols columns colcount columncount numcols numcolumns ncols ncolumns w",
  size: "size dimension dimensions dim dims gridsize boardsize shape n",
  inside: "clues puzzle hints constraints nonogram game save data board level problem",
  several: "nonograms puzzles levels boards games items",
  goal: "goal solution grid cells content picture image matrix pixels solutiongrid answer",
  palette: "palette colors colours colormap colourmap",
  title: "title name",
  author: "author by creator designer",
  source: "source url link catalogue",
  copyright: "copyright",
  licence: "licence license",
};

/** Cells: ink; empty beside another ink. */
export const CROSSES = "Xx×✕✖✗✘❌";

/** Cells: ink of one colour: one of them in a picture. */
export const INKS = "*@k█▓■▪●◼◾⚫✅✓✔⬛🔴🔵🟠🟡🟢🟣🟤🟥🟦🟧🟨🟩🟪🟫";

/** Cells: ink in any case. */
export const LETTERS = "#1";

/** Cells: no ink. */
export const EMPTY = " -.0W_w·‐‑‒–—−░□▫○◻◽⚪⬜";
