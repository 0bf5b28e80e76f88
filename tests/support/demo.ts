import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import { commandRunner } from '../../app/platform/db/command.server.ts'
import type { CommandInput, CommandName } from '../../app/platform/db/command-types.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import type { WebServer } from './server.ts'

/** Commands that somebody else sends than who did the step before (docs/permissions.md, Separation of duties). */
const BY_SECOND_PERSON: readonly CommandName[] = ['approve_collection', 'request_customer']

/** The demo company of a running server through the API, to set a browser test's stage with. */
export function demoCompany(server: WebServer, login = 'special-access-1') {
  let db: Db
  let second: Db
  let pricing: Db
  let owner: Db
  beforeAll(async () => {
    const backend = await openBackend(
      readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder }),
      { origin: server.origin, as: 'tool' },
    )
    const as = (who: string) =>
      signInAs(backend, { email: `${who}@demo.test`, password: DEMO_PASSWORD })
    db = await as(login)
    owner = await as('owner')
    pricing = await as(login === 'sales-admin' ? 'special-access-1' : 'sales-admin')
    second = await as(login === 'finance-admin' ? 'special-access-1' : 'finance-admin')
  })
  return {
    db: () => db,
    /** Sends a command as that person, or as the second person where one is asked for; a refusal fails the test. */
    async runCommand<N extends CommandName>(command: N, args: CommandInput<N>) {
      const by = BY_SECOND_PERSON.includes(command) ? second : db
      const result = await commandRunner(by, DEMO_ID, randomUUID())(command, args)
      if (!result.ok) throw new Error(`${command}: ${result.error.message}`)
      return result.data
    },
    /** Some approved customer without a credit limit. */
    async customer(): Promise<string> {
      const { data, error } = await db
        .from('customers')
        .select('id')
        .eq('project_id', DEMO_ID)
        .eq('approval_status', 'approved')
        .is('credit_line', null)
        .order('id')
        .limit(1)
        .single()
      if (error) throw new Error(error.message)
      return data.id
    },
    /** The version of a row now. */
    async versionOf(table: 'customers' | 'products' | 'suppliers', id: string): Promise<number> {
      const { data, error } = await db.from(table).select('version').eq('id', id).single()
      if (error) throw new Error(error.message)
      return data.version
    },
    /** Changes details or settings of the company, by what it has of them now. */
    async settings(
      of: (now: { product_categories1: string[] }) => Record<string, unknown>,
    ): Promise<void> {
      const { data, error } = await owner
        .from('projects')
        .select('product_categories1, version')
        .eq('id', DEMO_ID)
        .single()
      if (error) throw new Error(error.message)
      const change = { p_version: data.version, p_details: of(data) as never }
      const result = await commandRunner(owner, DEMO_ID, randomUUID())('update_project', change)
      if (!result.ok) throw new Error(`update_project: ${result.error.message}`)
    },
    /** Adds a category to the project's first list, or takes it out of it. */
    async category(name: string, listed = true): Promise<void> {
      await this.settings(({ product_categories1 }) => {
        const others = product_categories1.filter((category) => category !== name)
        return { product_categories1: listed ? [...others, name] : others }
      })
    },
    /** A product of its own, with a price that somebody else set; everything else as given. */
    async product(description: string, columns: Record<string, unknown> = {}): Promise<string> {
      const id = randomUUID()
      if (typeof columns.category1 === 'string') await this.category(columns.category1)
      const { error } = await pricing.from('products').insert({
        project_id: DEMO_ID,
        id,
        description,
        material_code: id.slice(0, 8),
        case_config: 12,
        def_cost: 7.5,
        def_srp: 10,
        ...columns,
      })
      if (error) throw new Error(error.message)
      return id
    },
  }
}
