type Row = Record<string, unknown>

/** The refusal of a statement. */
export interface SqlError extends Error {
  code: string
  hint?: string
  detail?: string
}

/** A database of one test file: as its owner, and as any person under row-level security. */
export interface TestDatabase {
  engine: 'pglite' | 'postgres'
  url: string | null
  sql<T extends Row = Row>(text: string, params?: unknown[]): Promise<T[]>
  /** Runs one statement in one transaction with the person's token; null is the anonymous role. */
  as<T extends Row = Row>(user: string | null, text: string, params?: unknown[]): Promise<T[]>
  /** A command or function, by its named arguments; answers its value. */
  rpc<T = Record<string, string>>(
    user: string | null,
    name: string,
    args: Record<string, unknown>,
  ): Promise<T>
  /** Runs in the next transaction of a person after its statement and before its commit; on PostgreSQL. */
  beforeCommit: (() => Promise<void>) | null
  close(): Promise<void>
}
