/** The most rows of one import; the SQL commands accept no more. */
export const MAX_ROWS = 10_000
/** The size limit of an uploaded file, and of the text in the form. Both fit a request's 2 MiB. */
export const MAX_BYTES = 1_500_000
/** The most columns that are read; a wider sheet is not a list. */
export const MAX_COLUMNS = 100
/** The size limit of a workbook's unpacked parts. */
export const MAX_UNPACKED = 16_000_000
