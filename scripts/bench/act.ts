/** Takes a figure of a row. `request` is the id of the request, whose share of the database is read from the server's log. */
export type Put = (row: string, figure: number, request?: string) => void

/** Does the work once and puts the figures of its rows. */
export type Act = (put: Put, n: number) => Promise<void>
