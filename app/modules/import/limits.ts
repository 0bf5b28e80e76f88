/** Rows of one import; the SQL commands take no more. */
export const MAX_ROWS = 5000
/** Of an uploaded file, and of the text that travels in the form: both fit a request's 2 MiB. */
export const MAX_BYTES = 1_500_000
/** Columns that are read; a sheet that is wider is no list. */
export const MAX_COLUMNS = 100
/** Of a workbook's parts when they are unpacked. */
export const MAX_UNPACKED = 16_000_000
