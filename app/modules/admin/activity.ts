import { paths } from '~/paths'
import { roleLabel } from '~/platform/access/role-label'
import type { SecondPersonRule } from '~/platform/request/context'

/** One row of the audit trail: only the changed columns, before and after. */
export interface ActivityChange {
  id: number
  created_at: string
  user_id: string | null
  table_name: string
  row_id: string | null
  project_id: string | null
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** One action as a sentence: `before`, the document's name as a link, `after`. */
export interface Activity {
  id: number
  createdAt: string
  before: string
  subject: string
  to: string
  after: string
}

export interface Names {
  person: (id: unknown) => string
  project: (id: unknown) => string
}

const PROJECT_WORDS: Record<string, string> = {
  owner_name: 'the owner',
  owner_email: "the owner's e-mail",
  product_categories1: 'the first category list',
  product_categories2: 'the second category list',
  product_categories3: 'the third category list',
  address: 'the address',
  title: 'the title',
  tin_no: 'the TIN',
  phone: 'the phone',
  payment_instructions: 'the payment instructions',
  other_info1: 'the TIN and contact line',
  other_info2: 'the payment details line',
  time_zone: 'the time zone',
  currency: 'the currency',
  logo_uri: 'the logo',
  logo_uri1: 'the logo of printed documents',
  booking_count: 'the next SO number',
  voucher_count: 'the next voucher number',
}

const SETTING_WORDS: Record<string, string> = {
  allow_back_orders: 'the rule for back-orders',
  age_by: 'the date that receivables age by',
  ageing_buckets: 'the aging buckets',
  drr_label: 'the label of the DRR',
  memo_approval_above: 'the amount above which memos need approval',
  price_floor_percent: 'the price floor',
  field_days: 'the days of the field',
  stock_cost: 'the cost that stock is valued at',
  vat_percent: 'the VAT of invoices',
  prices_include_vat: 'whether prices include VAT',
  vat_registered: 'the VAT registration',
  branch_code: 'the branch code',
  serial_digits: 'the digits of invoice numbers',
  invoice_note: 'the words at the foot of invoices',
  authority_note: 'the authority numbers of invoices',
  voucher_approval_above: 'the amount above which vouchers need approval',
}

const SECOND_PERSON_WORDS: Record<SecondPersonRule, string> = {
  credit_lines: 'raised credit limits',
  credit_override: 'overrides',
  memos: 'memos',
  payee_accounts: 'account numbers of payees',
  product_edits: 'product edits',
  receipts: 'receipts',
  vouchers: 'vouchers',
  write_offs: 'write-offs of bad orders',
}

const STATUS_VERBS: Record<string, string> = {
  active: 'reactivated',
  inactive: 'deactivated',
  removed: 'removed',
}

interface Sentence {
  /** Null when the subject did it alone. */
  verb: string | null
  subject: string
  to: string
  after: string
  /** Entries of one transaction that differ only in the project become one sentence. */
  project?: string
}

/**
 * Turns rows of the trail, newest first, into sentences. Rows of one action on one user become one
 * sentence.
 */
export function describeActivity(changes: readonly ActivityChange[], names: Names): Activity[] {
  const told: (Activity & { key: string; projects: string[] })[] = []
  for (const change of changes) {
    for (const { verb, subject, to, after, project } of sentencesOf(change, names)) {
      const key = [change.created_at, change.user_id, verb, to, after].join(' ')
      const same = project ? told.find((each) => each.key === key) : undefined
      if (same && project) same.projects.push(project)
      else
        told.push({
          key,
          id: change.id,
          createdAt: change.created_at,
          before: verb === null ? '' : `${actorOf(change, names)} ${verb} `,
          subject,
          to,
          after,
          projects: project ? [project] : [],
        })
    }
  }
  return told.map(({ key, projects, after, ...activity }) => ({
    ...activity,
    after: projects.length > 0 ? `${after} ${listed(projects.toSorted())}` : after,
  }))
}

function actorOf({ user_id }: ActivityChange, names: Names): string {
  return user_id === null ? 'The command line' : names.person(user_id)
}

function sentencesOf(change: ActivityChange, names: Names): Sentence[] {
  switch (change.table_name) {
    case 'memberships':
      return membership(change, names)
    case 'profiles':
      return profile(change, names)
    case 'projects':
      return project(change, names)
    default:
      return []
  }
}

function membership(
  { action, row_id, project_id, after }: ActivityChange,
  names: Names,
): Sentence[] {
  const of = { subject: names.person(row_id), to: paths.admin.user(String(row_id)) }
  const at = { ...of, project: names.project(project_id) }
  if (action === 'insert')
    return [{ ...at, verb: 'added', after: ` as ${roleLabel(String(after?.role))} to` }]
  const { role, status, manager_id } = after ?? {}
  // A user who comes back with another role reads "added", as the first time.
  if (role !== undefined)
    return [{ ...at, verb: 'added', after: ` as ${roleLabel(String(role))} to` }]
  if (status !== undefined)
    return [{ ...at, verb: STATUS_VERBS[String(status)] ?? 'changed', after: ' at' }]
  if (manager_id === undefined) return []
  return manager_id === null
    ? [{ ...at, verb: 'left', after: ' without a manager at' }]
    : [{ ...at, verb: 'put', after: ` under ${names.person(manager_id)} at` }]
}

function profile({ action, row_id, before, after }: ActivityChange, names: Names): Sentence[] {
  const of = { subject: names.person(row_id), to: paths.admin.user(String(row_id)) }
  // The new membership describes a new user, so the profile needs no sentence.
  if (action === 'insert') return []
  // The name is always changed by the users themselves.
  if (after?.display_name !== undefined) {
    const was = `“${before?.display_name}” to “${after.display_name}”`
    return [{ ...of, verb: null, after: ` changed their name from ${was}` }]
  }
  if (after?.sessions_ended_at !== undefined)
    return [{ ...of, verb: 'signed', after: ' out everywhere' }]
  if (after?.email !== undefined) return [{ ...of, verb: 'changed the e-mail of', after: '' }]
  return []
}

function project({ action, row_id, before, after }: ActivityChange, names: Names): Sentence[] {
  const of = { subject: names.project(row_id), to: paths.admin.project(String(row_id)), after: '' }
  if (action === 'insert') return [{ ...of, verb: 'created the project' }]
  const { status, name, settings, ...columns } = after ?? {}
  const words = [
    ...Object.keys(columns).map((column) => PROJECT_WORDS[column] ?? 'the details'),
    ...settingsChanged(before?.settings, settings),
  ]
  const sentences: Sentence[] = []
  if (status !== undefined)
    sentences.push({ ...of, verb: `${STATUS_VERBS[String(status)] ?? 'changed'} the project` })
  if (name !== undefined)
    sentences.push({ ...of, verb: 'renamed the project', after: `, once “${before?.name}”` })
  if (words.length > 0) sentences.push({ ...of, verb: `changed ${listed([...new Set(words)])} of` })
  for (const [verb, rules] of secondPersonChanged(before?.settings, settings))
    sentences.push({ ...of, verb: `${verb} the second person for ${listed(rules)} of` })
  return sentences
}

function settingsChanged(before: unknown, after: unknown): string[] {
  if (after === undefined) return []
  const [was, is] = [before, after].map((value) => (value ?? {}) as Record<string, unknown>)
  return Object.keys(SETTING_WORDS).flatMap((key) =>
    JSON.stringify(was?.[key]) === JSON.stringify(is?.[key]) ? [] : [SETTING_WORDS[key] ?? key],
  )
}

/** Names the rules of a second person that were switched on, and those that were switched off. */
function secondPersonChanged(before: unknown, after: unknown): [verb: string, rules: string[]][] {
  if (after === undefined) return []
  const rulesOf = (settings: unknown) =>
    ((settings ?? {}) as { maker_checker?: Record<string, boolean> }).maker_checker ?? {}
  const [was, is] = [rulesOf(before), rulesOf(after)]
  // A rule that the settings do not name holds.
  const changedTo = (on: boolean) =>
    Object.entries(SECOND_PERSON_WORDS).flatMap(([rule, words]) =>
      (is[rule] ?? true) === on && (was[rule] ?? true) !== on ? [words] : [],
    )
  const changes: [string, string[]][] = [
    ['switched on', changedTo(true)],
    ['switched off', changedTo(false)],
  ]
  return changes.filter(([, rules]) => rules.length > 0)
}

/** Joins names: "A", "A and B", "A, B and C". */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
