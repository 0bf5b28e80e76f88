/** Returns the path of a request for the log, without the token of a link that opens a paper for whoever has it. */
export const loggedPath = (path: string) => path.replace(/^(\/shared)\/[^/]+/i, '$1/…')
