import { pagedLists } from "../../support/suites/paged-lists.js";

pagedLists(8);
