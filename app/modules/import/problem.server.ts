/** A file or text that is no sheet we can take; the message says what to do about it. */
export class SheetProblem extends Error {}
