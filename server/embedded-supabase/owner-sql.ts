/** SQL as the owner, for boot and for the account endpoints; never for a user's request. */
export interface OwnerSql {
  query<T>(sql: string, params?: unknown[]): Promise<T[]>
  /** Several statements in one transaction. */
  script(sql: string): Promise<void>
}
