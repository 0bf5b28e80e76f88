import { expect, it } from 'vitest'
import type { SqlError } from './database.ts'
import type { Fixture } from './fixture.ts'

/** A document in some state, as its actions need it. */
export interface Doc {
  id: string
}

/** A state machine of the product: how a document reaches each state, the actions, and those that succeed. */
export interface Machine<D extends Doc, S extends string, A extends string> {
  /** Makes a document that is in that state. */
  states: Record<S, () => Promise<D>>
  /** Tries an action on a document as it is now, as a person who may do it. */
  actions: Record<A, (doc: D) => Promise<unknown>>
  /** State before → action → state after. Everything that is not listed must be refused. */
  allowed: Record<NoInfer<S>, Partial<Record<NoInfer<A>, NoInfer<S>>>>
  /** Reads the state of a document and everything else of it that an action could change. */
  read: (doc: D) => Promise<{ state: string; rest: unknown }>
}

/** Refusals of business rules, as they leave the database: P0001, never another error. */
const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error: SqlError) => `${error.code} ${error.hint ?? ''}`.trim(),
  )

/**
 * Tries every action in every state: a declared action succeeds and ends in the declared state; every other
 * action is refused by a business rule and leaves the document unchanged.
 */
export function tryAllPairs<D extends Doc, S extends string, A extends string>(
  name: string,
  machine: Machine<D, S, A>,
  refusal: RegExp = /^P0001 wrong_state$/,
): void {
  const actions = Object.keys(machine.actions) as A[]
  it.each(Object.keys(machine.states) as S[])(`${name} that is %s`, async (state) => {
    const doc = await machine.states[state]()
    const before = await machine.read(doc)
    expect(before.state).toBe(state)
    const wrong: string[] = []
    for (const action of actions) {
      const to = machine.allowed[state][action]
      // A refused action changes nothing, so one document is enough; a successful one needs its
      // own.
      const own = to === undefined ? doc : await machine.states[state]()
      const refused = await refusalOf(machine.actions[action](own))
      const after = await machine.read(own)
      if (to === undefined) {
        if (refused === null || !refusal.test(refused))
          wrong.push(`${action}: ${refused ?? 'passed'}`)
        if (JSON.stringify(after) !== JSON.stringify(before)) wrong.push(`${action} left a trace`)
      } else {
        if (refused !== null) wrong.push(`${action}: refused with ${refused}`)
        else if (after.state !== to) wrong.push(`${action}: ${after.state} instead of ${to}`)
      }
    }
    expect(wrong).toEqual([])
  })
}

/** Reads and moves documents of the first company; `rpc` sends a command as its staff. */
export function documents(
  fixture: Fixture,
  rpc: (name: string, args: Record<string, unknown>, user?: string) => Promise<unknown>,
) {
  /** A row of a table as it is now. */
  async function row(table: string, id: string) {
    const [found] = await fixture.db.sql<{ found: Record<string, unknown> }>(
      `select to_jsonb(t) as found from public.${table} t where t.id = $1::uuid`,
      [id],
    )
    return found!.found
  }
  const version = async (table: string, id: string) => Number((await row(table, id)).version)
  return {
    row,
    reader: (table: string, column: string) => async (doc: Doc) => {
      const rest = await row(table, doc.id)
      return { state: String(rest[column]), rest }
    },
    /** Calls a command on a document at its present version. */
    on:
      (table: string, command: string, argument: string, more: object = {}, user?: () => string) =>
      async (doc: Doc) =>
        rpc(
          command,
          { [argument]: doc.id, p_version: await version(table, doc.id), ...more },
          user?.(),
        ),
  }
}
