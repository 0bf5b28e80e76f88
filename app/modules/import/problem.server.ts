/**
 * Thrown for a file or text that cannot be read as a sheet. The message tells the user how to fix
 * it.
 */
export class SheetProblem extends Error {}
