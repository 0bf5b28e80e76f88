/** The database or the identity provider does not answer: a 503 page, not a sign-out. */
export class Unreachable extends Error {}
