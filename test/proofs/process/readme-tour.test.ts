import { expect } from "chai";
import { findProgramAbsence, skipWhen } from "../../support/backends.js";
import { readBlocksOf } from "../../support/documentation-blocks.js";
import { findUnusedPort, ShellTour, splitCommands, type TourResult } from "../../support/shell-tour.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";

/** What the commands show, each in the words of the README. */
const SHOWN = [
  '"description":"Send Ana the boat photos"',
  '"title":"Meet at the harbour"',
  '"description":"Print the photos"',
  '"content":"I am allergic to nuts."',
  '"title":"Read more books"',
  '"text":"Water the roses"',
  "event: ready",
];

describe("the README tour and the pages that continue it", function () {
  this.timeout(900_000);

  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let commands: readonly string[];
  let tour: ShellTour;

  before(function () {
    skipWhen(findProgramAbsence("bash", "--version") ?? findProgramAbsence("curl", "--version"), this);
  });

  beforeEach(async () => {
    const port = await findUnusedPort();
    // The first blocks are the README's: they set the variables that all others use.
    const script = readBlocksOf("test/proofs/process/readme-tour.test.ts").map(({ code }) => code);
    commands = splitCommands(script.join("")).map((command) =>
      // Other than ntfy.sh, this host never exists: nothing is sent to the topics of others.
      command.replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`).replaceAll("https://ntfy.sh/", "https://ntfy.invalid/"),
    );
    folder = await createTemporaryDirectory();
    tour = await ShellTour.create(folder.path, port);
  });
  afterEach(async () => {
    tour.kill();
    await folder.remove();
  });

  function expectSuccess({ output, errors, statuses, exitCode }: TourResult): void {
    const log = `${output}\n${errors}`;
    const calls = commands.flatMap((command) => command.match(/\bcurl\b/g) ?? []);
    expect(calls).to.have.length.greaterThan(20);
    expect(errors, log).not.to.include("unbound variable").and.not.include("mneme:");
    expect(statuses, log).to.have.length(calls.length);
    for (const [at, status] of statuses.entries()) expect(status, `curl ${at + 1}\n${log}`).to.match(/^2\d\d$/);
    for (const text of SHOWN) expect(output, log).to.include(text);
    expect(exitCode, log).to.equal(0);
  }

  it("succeeds when pasted all at once, and again with existing data", async () => {
    expectSuccess(await tour.runAllAtOnce(commands));
    expectSuccess(await tour.runAllAtOnce(commands));
  });

  it("succeeds when pasted line by line, and again with existing data", async () => {
    expectSuccess(await tour.runOneByOne(commands));
    expectSuccess(await tour.runOneByOne(commands));
  });
});
