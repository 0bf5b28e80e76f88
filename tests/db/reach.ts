import type { Permission, Role, Scope } from '../../app/platform/access/permissions.ts'
import { TABLES, type TableAccess } from './access-tables.ts'
import { scopeOfRole, type TestIdentity } from './identities.ts'

/** The people under a Manager: $1 the project, $2 the person. */
const TEAM =
  "(select m.user_id from public.memberships m where m.project_id = $1::uuid and m.manager_id = $2::uuid and m.status = 'active')"

/**
 * Describes the rows of a table that a scope reaches, in plain SQL about `t`. It is written
 * independently of the policies, so that the two can disagree. A table that is not named has no
 * rows for these scopes.
 */
const REACH: Record<string, Partial<Record<Scope, string>>> = {
  bookings: {
    own: 't.agent_id = $2::uuid',
    team: `t.agent_id in ${TEAM}`,
    validated: "t.approval_status <> 'pending' and t.approval_status <> 'cancelled'",
    delivered_unpaid:
      "t.date_delivered is not null and t.collection_status <> 'paid' and t.approval_status <> 'cancelled'",
  },
  collections: {
    own: '$2::uuid in (t.agent_id, t.created_by, t.collector_id)',
    team: `(t.agent_id in ${TEAM} or t.collector_id in ${TEAM})`,
  },
  field_acts: { own: 't.user_id = $2::uuid', team: `t.user_id in ${TEAM}` },
  devices: { own: 't.user_id = $2::uuid', team: `t.user_id in ${TEAM}` },
  visits: { own: 't.agent_id = $2::uuid', team: `t.agent_id in ${TEAM}` },
  booklets: { own: 't.user_id = $2::uuid', team: `t.user_id in ${TEAM}` },
  routes: { own: 't.agent_id = $2::uuid', team: `t.agent_id in ${TEAM}` },
  customers: { own: 't.agent_id = $2::uuid', team: `t.agent_id in ${TEAM}` },
  receivable_entries: { own: 't.agent_id = $2::uuid', team: `t.agent_id in ${TEAM}` },
  remittances: { own: 't.collector_id = $2::uuid', team: `t.collector_id in ${TEAM}` },
}

/** The rows of a document are visible with the document. */
const PARENT: Record<string, [table: string, column: string]> = {
  booking_credits: ['bookings', 'booking_id'],
  skipped_numbers: ['booklets', 'booklet_id'],
  booking_lines: ['bookings', 'booking_id'],
  delivery_receipts: ['bookings', 'booking_id'],
  cheque_events: ['collections', 'collection_id'],
  collection_allocations: ['collections', 'collection_id'],
  sales_entries: ['bookings', 'booking_id'],
  remittance_cash: ['remittances', 'remittance_id'],
  remittance_receipts: ['remittances', 'remittance_id'],
}

/** Rows that ask for a permission of their own. */
const KINDS: Record<string, [rows: string, permission: Permission][]> = {
  imports: [
    ["t.kind in ('products', 'product_changes')", 'products.write'],
    ["t.kind in ('customers', 'customer_changes', 'open_invoices')", 'customers.decide'],
    ["t.kind in ('opening_stock', 'purchases')", 'purchases.write'],
    ["t.kind = 'bookings'", 'bookings.write'],
    ["t.kind = 'receipts'", 'collections.record'],
    ["t.kind = 'payees'", 'masters.write'],
  ],
  notifications: (
    [
      ['memo', 'memos.read'],
      ['voucher', 'vouchers.read'],
    ] as const
  ).map(([kind, permission]) => [
    `t.document_kind = '${kind}' and t.user_id = $2::uuid`,
    permission,
  ]),
  report_schedules: (['ar', 'expenses'] as const).flatMap((report) => [
    [
      `t.report = '${report}' and (t.user_id = $2::uuid or $2::uuid = any (t.recipients))`,
      `reports.${report}`,
    ],
    [`t.report = '${report}'`, 'settings.write'],
  ]),
  report_views: (['ar', 'expenses'] as const).map((report) => [
    `t.report = '${report}' and (t.shared or t.user_id = $2::uuid)`,
    `reports.${report}`,
  ]),
  report_prints: [
    ["t.report in ('ar', 'statement')", 'reports.ar'],
    ["t.report = 'expenses'", 'reports.expenses'],
  ],
  price_changes: [
    ["t.price in ('def_srp', 'current_srp')", 'stock.read'],
    ["t.price in ('list_price', 'list_floor', 'list_percent')", 'prices.read'],
    ["t.price = 'def_cost'", 'costs.read'],
  ],
}

/** The table of each kind of document, and the permission of a kind that has another one than its table. */
const DOCUMENTS: Record<string, [table: string, permission?: Permission]> = {
  booking: ['bookings'],
  invoice: ['bookings', 'invoicing.read'],
  memo: ['memos'],
  collection: ['collections'],
  issued_cheque: ['issued_cheques'],
  purchase: ['purchases'],
  voucher: ['vouchers'],
  customer: ['customers'],
  product: ['products'],
}

/** Files and comments of documents that an identity reads. */
const ofDocuments = (who: TestIdentity, role: Role | null): string =>
  Object.entries(DOCUMENTS)
    .map(([kind, [table, permission]]) => {
      const access = permission ? { select: permission } : TABLES[table]!
      return `(t.kind = '${kind}' and t.document_id in (select t.id from public.${table} t
        where t.project_id = $1::uuid and (${rowsFor(table, access, who, role)})))`
    })
    .join(' or ')

/** The rows of a table in a project that an identity reads there, as a condition on `t`. */
export function rowsFor(table: string, access: TableAccess, who: TestIdentity, role: Role | null) {
  if (who.admin && access.administration)
    return "t.table_name in ('projects', 'profiles', 'memberships')"
  if (access.select === 'member') return role || who.admin ? 'true' : 'false'
  if (access.select === 'own') return role ? 't.user_id = $2::uuid' : 'false'
  if (access.select === 'people') {
    if (who.admin) return 'true'
    const scope = scopeOfRole(role, 'people.read')
    if (scope === 'all') return 'true'
    return scope === 'team' ? 't.user_id = $2::uuid or t.manager_id = $2::uuid' : own(role)
  }
  if (table === 'document_files' || table === 'document_comments') return ofDocuments(who, role)
  const kinds = KINDS[table]
  if (kinds)
    return kinds
      .map(([rows, permission]) => `(${rows} and ${scopeOfRole(role, permission) === 'all'})`)
      .join(' or ')
  const held = typeof access.select === 'string' ? [access.select] : access.select
  const scope = held.map((permission) => scopeOfRole(role, permission)).find(Boolean)
  return !scope ? 'false' : scope === 'all' ? 'true' : reach(table, scope)
}

const own = (role: Role | null) => (role ? 't.user_id = $2::uuid' : 'false')

function reach(table: string, scope: Scope): string {
  const parent = PARENT[table]
  if (!parent) return REACH[table]?.[scope] ?? 'false'
  const [of, column] = parent
  return `t.${column} in (select t.id from public.${of} t where t.project_id = $1::uuid and (${reach(of, scope)}))`
}
