import { PERMISSIONS } from '../../../../app/platform/access/permissions.ts'
import {
  action,
  blank,
  centsOf,
  type Dice,
  holds,
  type ModelAction,
  may,
  pesos,
  type Reason,
  stale,
  touch,
} from '../action.ts'
import type { BooksCompany } from '../books.ts'
import { activeAgent, agents } from './customers.ts'

const REPORTS = PERMISSIONS.filter((name) => name.startsWith('reports.'))

export const administrationActions: Record<string, ModelAction> = {
  set_member_status: action<{ p_user: string; p_status: string }>({
    needs: ['admin', 'people.write'],
    often: 1,
    choose(company, dice) {
      const away = Object.keys(company.books.people).filter(
        (id) => company.books.people[id]!.status === 'inactive',
      )
      if (away.length > 0) return { p_user: dice.one(away), p_status: 'active' }
      return { p_user: dice.doc(company.books.people)!, p_status: 'inactive' }
    },
    judge: (company, { p_user }, by) => [
      !company.books.people[p_user] && 'not_found',
      // General Manager and Owner end nobody who manages people, and not themselves.
      by !== company.admin &&
        ['General Manager', 'Owner'].includes(company.books.people[p_user]?.role ?? '') &&
        'not_allowed',
    ],
    done(company, { p_user, p_status }) {
      company.books.people[p_user]!.status = p_status
    },
  }),

  set_approval_limit: action<{ p_user: string; p_limit: string | null }>({
    needs: 'people.write',
    often: 1,
    choose(company, dice) {
      const manager = dice.doc(company.books.people, ({ role }) => role === 'Manager')
      const p_user = dice.chance(0.9) && manager ? manager : dice.doc(company.books.people)!
      return { p_user, p_limit: dice.one([null, '20.00', '200.00', '100000.00']) }
    },
    judge(company, { p_user }) {
      const role = company.books.people[p_user]!.role
      return [
        ['General Manager', 'Owner'].includes(role) && 'not_allowed',
        role !== 'Manager' && 'wrong_state',
      ]
    },
    done(company, { p_user, p_limit }) {
      company.books.people[p_user]!.approves = p_limit === null ? null : centsOf(p_limit)
    },
  }),

  update_member: action<{
    p_version: number
    p_member: { user_id: string; role: string; manager_id: string | null }
  }>({
    needs: ['admin', 'people.write'],
    often: 2,
    choose(company, dice) {
      const user_id = dice.doc(agents(company))!
      const leads = ({ role }: { role: string }) => role === 'Manager' || role === 'Agent'
      const manager_id = dice.chance(0.3) ? null : dice.doc(company.books.people, leads)
      const p_version = dice.version(company, user_id)
      return { p_version, p_member: { user_id, role: 'Agent', manager_id } }
    },
    judge(company, { p_version, p_member: { user_id, manager_id } }) {
      const manager = company.books.people[manager_id ?? '']
      const leads = manager?.status === 'active' && ['Manager', 'Agent'].includes(manager.role)
      return [
        company.books.project.status !== 'active' && 'invalid',
        stale(company, user_id, p_version),
        manager_id !== null && (!leads || manager_id === user_id) && 'invalid',
      ]
    },
    done(company, { p_member: { user_id, manager_id } }) {
      Object.assign(company.books.people[user_id]!, { manager: manager_id, status: 'active' })
      touch(company, user_id)
    },
  }),

  change_display_name: action<{ p_display_name: string }>({
    needs: 'anyone',
    often: 1,
    choose: (_company, dice) => ({ p_display_name: dice.chance(0.1) ? ' ' : dice.no('Name') }),
    judge: (_company, { p_display_name }) => [blank(p_display_name) && 'invalid'],
    done(company, { p_display_name }, _answer, by) {
      if (by === company.admin) return
      company.books.people[by]!.name = p_display_name
      touch(company, by)
    },
  }),

  update_project: action<{ p_version: number; p_details: Details }>({
    needs: ['admin', 'settings.write'],
    often: 3,
    choose(company, dice) {
      const p_version = dice.version(company, company.id)
      return { p_version, p_details: details(dice) }
    },
    judge(company, { p_version, p_details: wanted }, by) {
      const { bookings, vouchers, project } = company.books
      // An opening balance has a number of its own, and yet is a booking. Its own number again changes nothing.
      const drawn = (all: object, next: string | undefined, now: number): Reason =>
        Number(next ?? now) !== now && Object.keys(all).length > 0 && 'wrong_state'
      const switches = Object.keys(wanted).some((key) => key.endsWith('_maker_checker'))
      return [
        by !== company.admin && switches && 'not_allowed',
        stale(company, company.id, p_version),
        drawn(bookings, wanted.next_so_no, project.booking_count + 1),
        drawn(vouchers, wanted.next_voucher_no, project.voucher_count),
      ]
    },
    done(company, { p_details: wanted }) {
      const { project } = company.books
      project.back_orders = wanted.allow_back_orders ?? project.back_orders
      project.override_by_other = wanted.credit_override_maker_checker ?? project.override_by_other
      project.approve_by_other = wanted.vouchers_maker_checker ?? project.approve_by_other
      project.receipts_by_other = wanted.receipts_maker_checker ?? project.receipts_by_other
      project.lines_by_other = wanted.credit_lines_maker_checker ?? project.lines_by_other
      project.memos_by_other = wanted.memos_maker_checker ?? project.memos_by_other
      if (wanted.memo_approval_above !== undefined)
        project.memo_approval_above =
          wanted.memo_approval_above === null ? null : centsOf(wanted.memo_approval_above)
      if (wanted.price_floor_percent) project.price_floor = Number(wanted.price_floor_percent)
      if (wanted.voucher_approval_above !== undefined)
        project.approval_above =
          wanted.voucher_approval_above === null ? null : centsOf(wanted.voucher_approval_above)
      if (wanted.next_so_no) project.booking_count = Number(wanted.next_so_no) - 1
      if (wanted.next_voucher_no) project.voucher_count = Number(wanted.next_voucher_no)
      touch(company, company.id)
    },
  }),

  remove_project: action<{ p_status: string }>({
    needs: 'admin',
    often: 1,
    choose: ({ books }) => ({
      p_status: books.project.status === 'active' ? 'inactive' : 'active',
    }),
    judge: () => [],
    done(company, { p_status }) {
      company.books.project.status = p_status as 'active' | 'inactive'
      touch(company, company.id)
    },
  }),

  set_agent_targets: action<{ p_targets: { month: string; targets: Target[] } }>({
    needs: 'portal.gm',
    often: 2,
    choose(company, dice) {
      const agent_id = dice.doc(agents(company))!
      const month = dice.one(['2026-01', '2026-02', '2026-03'])
      const seen = targetsAt(company, agent_id, month)
      const text = (cents: number | null) => (cents === null ? null : pesos(cents))
      const target = {
        agent_id,
        sales: dice.one([null, '100.00', '200.00']),
        collections: dice.one([null, '50.00']),
        seen_sales: dice.chance(0.9) ? text(seen.sales) : '7.00',
        seen_collections: text(seen.collections),
      }
      return { p_targets: { month, targets: [target] } }
    },
    judge: (company, { p_targets: { month, targets } }) =>
      targets.flatMap((wanted): Reason[] => {
        const now = targetsAt(company, wanted.agent_id, month)
        return [
          !activeAgent(company, wanted.agent_id) && 'invalid',
          changes(wanted, now) &&
            (cents(wanted.seen_sales) !== now.sales ||
              cents(wanted.seen_collections) !== now.collections) &&
            'stale_version',
        ]
      }),
    done(company, { p_targets: { month, targets } }) {
      for (const wanted of targets) {
        if (!changes(wanted, targetsAt(company, wanted.agent_id, month))) continue
        const set = { sales: cents(wanted.sales), collections: cents(wanted.collections) }
        company.books.targets[`${wanted.agent_id}/${month}`] = set
      }
    },
  }),

  save_report_view: action<{ p_view: { report: string; name: string; search: string } }>({
    needs: REPORTS,
    often: 1,
    choose: (_company, dice) => ({
      p_view: { report: 'ar', name: dice.one(['Mine', 'mine', ' ']), search: `q=${dice.nat(9)}` },
    }),
    judge(company, { p_view }, by) {
      if (!holds(company, by, 'reports.ar')) return ['not_allowed']
      return [blank(p_view.name) && 'invalid']
    },
    done(company, { p_view: { name, search } }, { id }, by) {
      company.books.views[id!] = { user: by, name, search }
    },
  }),

  remove_report_view: action<{ p_view: string }>({
    needs: REPORTS,
    often: 1,
    choose(company, dice, by) {
      const p_view = dice.doc(company.books.views, ({ user }) => user === by)
      return p_view ? { p_view } : null
    },
    judge: (company, { p_view }, by) => [
      !may(company, REPORTS, by) && 'not_allowed',
      company.books.views[p_view]?.user !== by && 'not_found',
    ],
    done(company, { p_view }) {
      delete company.books.views[p_view]
    },
  }),
}

interface Details {
  allow_back_orders?: boolean
  credit_override_maker_checker?: boolean
  vouchers_maker_checker?: boolean
  price_floor_percent?: string
  credit_lines_maker_checker?: boolean
  receipts_maker_checker?: boolean
  memos_maker_checker?: boolean
  voucher_approval_above?: string | null
  memo_approval_above?: string | null
  next_so_no?: string
  next_voucher_no?: string
}
const details = (dice: Dice): Details =>
  dice.one<Details>([
    { allow_back_orders: dice.chance(0.3) },
    { credit_override_maker_checker: dice.chance(0.5) },
    { vouchers_maker_checker: dice.chance(0.5) },
    { price_floor_percent: dice.one(['0', '70', '95']) },
    { credit_lines_maker_checker: dice.chance(0.5) },
    { receipts_maker_checker: dice.chance(0.5) },
    { memos_maker_checker: dice.chance(0.5) },
    { voucher_approval_above: dice.one([null, '10.00', '25.00']) },
    { memo_approval_above: dice.one([null, '10.00', '40.00']) },
    { next_so_no: String(dice.upTo(500)) },
    { next_voucher_no: String(dice.upTo(500)) },
  ])

interface Target {
  agent_id: string
  sales: string | null
  collections: string | null
  seen_sales: string | null
  seen_collections: string | null
}
const cents = (amount: string | null) => (amount === null ? null : centsOf(amount))
const changes = (wanted: Target, now: { sales: number | null; collections: number | null }) =>
  cents(wanted.sales) !== now.sales || cents(wanted.collections) !== now.collections

/** Returns an agent's targets of a month: those set for it, or for the last month before it. */
function targetsAt({ books }: BooksCompany, agent: string, month: string) {
  const key = Object.keys(books.targets)
    .filter((each) => each.startsWith(`${agent}/`) && each <= `${agent}/${month}`)
    .sort()
    .at(-1)
  return key ? books.targets[key]! : { sales: null, collections: null }
}
