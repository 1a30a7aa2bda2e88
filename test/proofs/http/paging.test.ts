import { pagedListsSuite } from "../../support/suites/paged-lists.js";

pagedListsSuite(8);
