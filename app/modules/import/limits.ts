/** The most rows of one import; the SQL commands accept no more. */
export const MAX_SHEET_ROWS = 10_000
/**
 * The size limit of an uploaded file, and of the text in the form: the most rows with every column filled. Both fit the
 * 6 MiB of a request to an import (`server/http/app.ts`).
 */
export const MAX_BYTES = 5_000_000
/** The most columns that are read; a wider sheet is not a list. */
export const MAX_COLUMNS = 100
/** The most letters of a cell; no column of an import takes as many. */
export const MAX_CELL = 5000
/** The size limit of a workbook's unpacked parts. */
export const MAX_UNPACKED = 16_000_000
/** The most letters of a cell in a workbook, as Excel has it. */
export const LONGEST_CELL = 32_767
