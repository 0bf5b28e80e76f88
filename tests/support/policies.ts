import type { TestDatabase } from './database.ts'

export interface Policy {
  name: string
  schema: string
  table: string
  verb: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'
  /** The statement that makes it as it is. */
  definition: string
  mutants: { what: string; statements: string[] }[]
}

type Row = Pick<Policy, 'name' | 'schema' | 'table' | 'verb'> &
  Record<'using' | 'check', string | null>

/** A permission's projects, as a policy asks for them. */
const PERMISSION = /private\.projects_with\((?:[^()]|\([^()]*\))*\)/g
/** Membership, and the administrator, as a policy asks for them. */
const MEMBER = /private\.my_projects\(\)/g
const ADMIN = /private\.is_admin\(\)/g
/** A condition of a file: its bucket, and the state of what it belongs to. */
const FILE = /\((?:bucket_id = '\w+'|[vp]\.status <> '\w+')::text\)/g
/** A row that must be one's own: `agent_id = (select auth.uid())`, also through a helper. */
const OWN = /= \( ?SELECT (?:auth\.uid|private\.me)\(\) AS \w+\)/g

/** Mutants that change nothing that anyone could see. */
const EQUIVALENT = [
  // The project decides, and no grant allows to update it (tests/db/columns.test.ts): the row
  // cannot move.
  /_update: check: /,
  // Readers of vouchers read the masters as part of the treasury too.
  /: using: nobody instead of private\.projects_with\('vouchers\.read'::text\) \(2\)/,
  // A short way: a part of a document is also seen because its document is. A sale has the agent of its booking, as only
  // pending bookings get another one.
  /^(booking_(credits|lines)|cheque_events|collection_allocations|delivery_receipts|remittance_(cash|receipts)|sales_entries|skipped_numbers)_select: using: nobody/,
  // A person who names a file to remove it must be able to read it, and only the administrator
  // reads logos.
  /^logos_delete: using: without/,
  // my_agents() itself returns none to a user who is not a Manager.
  /any member instead of private\.projects_with\('(bookings|collections|customers|field)\.read'::text, 'team'::text\)/,
]

/**
 * Returns every policy of the product's tables and of the files in Storage, with its mutants.
 *
 * @param every also mutants that drop one of several conditions; otherwise each policy is only
 * dropped and opened
 */
export async function policiesOf(
  db: TestDatabase,
  { every }: { every: boolean },
): Promise<Policy[]> {
  const rows = await db.sql<Row>(
    `select policyname as name, schemaname as schema, tablename as "table", cmd as verb, qual as using, with_check as check
     from pg_policies where schemaname in ('public', 'storage') order by tablename, policyname`,
  )
  return rows.map((row) => ({
    name: row.name,
    schema: row.schema,
    table: row.table,
    verb: row.verb,
    definition: define(row),
    mutants: [
      { what: 'dropped', statements: [drop(row)] },
      ...changes(row)
        .filter(({ what }) => every || what.endsWith(': true'))
        .filter(({ what }) => !EQUIVALENT.some((same) => same.test(`${row.name}: ${what}`)))
        .map(({ what, ...changed }) => ({
          what,
          statements: [drop(row), define({ ...row, ...changed })],
        })),
    ],
  }))
}

const drop = ({ name, schema, table }: Row) => `drop policy ${name} on ${schema}.${table}`

function define({ name, schema, table, verb, using, check }: Row): string {
  return `create policy ${name} on ${schema}.${table} for ${verb} to authenticated${
    using === null ? '' : ` using (${using})`
  }${check === null ? '' : ` with check (${check})`}`
}

function changes({ using, check }: Row): ({ what: string } & Partial<Row>)[] {
  return [
    ...(['using', 'check'] as const).flatMap((part) => {
      const text = part === 'using' ? using : check
      if (text === null) return []
      return [
        { what: `${part}: true`, [part]: 'true' },
        ...each(text, PERMISSION, 'private.my_projects()').map(({ found, text: now }) => ({
          what: `${part}: any member instead of ${found}`,
          [part]: now,
        })),
        ...each(text, PERMISSION, "'{}'::uuid[]").map(({ found, text: now }) => ({
          what: `${part}: nobody instead of ${found}`,
          [part]: now,
        })),
        ...each(text, MEMBER, "'{}'::uuid[]").map(({ found, text: now }) => ({
          what: `${part}: nobody instead of ${found}`,
          [part]: now,
        })),
        ...['true', 'false'].flatMap((answer) =>
          each(text, ADMIN, answer).map(({ found, text: now }) => ({
            what: `${part}: ${answer} instead of ${found}`,
            [part]: now,
          })),
        ),
        ...each(text, FILE, '(true)').map(({ found, text: now }) => ({
          what: `${part}: without ${found}`,
          [part]: now,
        })),
        ...each(text, OWN, 'is not null').map(({ found, text: now }) => ({
          what: `${part}: anyone's instead of ${found}`,
          [part]: now,
        })),
      ]
    }),
  ]
}

/** The text with one of its matches replaced, for each of them. */
function each(text: string, pattern: RegExp, by: string): { found: string; text: string }[] {
  return [...text.matchAll(pattern)].map((match, index) => ({
    found: `${match[0]} (${index + 1})`,
    text: text.slice(0, match.index) + by + text.slice(match.index + match[0].length),
  }))
}
