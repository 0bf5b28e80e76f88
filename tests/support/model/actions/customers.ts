import {
  action,
  blank,
  centsOf,
  closedDay,
  type Dice,
  future,
  holds,
  type ModelAction,
  modelScopeOf,
  pesos,
  type Reason,
  reasonsOn,
  touch,
} from '../action.ts'
import type { BooksCompany, Customer } from '../books.ts'

type Of<More> = { p_customer: string; p_version: number } & More

export const activeAgent = ({ books }: BooksCompany, id: string | null): boolean =>
  books.people[id ?? '']?.role === 'Agent' && books.people[id ?? '']?.status === 'active'

export const agents = ({ books }: BooksCompany) =>
  Object.fromEntries(Object.entries(books.people).filter(([, { role }]) => role === 'Agent'))

/** Most credit lines can be reached; some are unlimited. */
const creditLine = (dice: Dice) => dice.one([null, pesos(0), pesos(300_00), pesos(900_00)])

const reasonsOf = (
  company: BooksCompany,
  { p_customer, p_version }: Of<unknown>,
  more: (customer: Customer) => Reason[],
): Reason[] => reasonsOn(company, company.books.customers, p_customer, p_version, more)

const centsOrNull = (amount: string | null) => (amount === null ? null : centsOf(amount))

/** A customer in one of these states, as somebody saw it. */
function seen(company: BooksCompany, dice: Dice, ...states: string[]) {
  const fits = ({ status }: { status: string }) => states.length === 0 || states.includes(status)
  const id = dice.doc(company.books.customers, fits)
  return id ? { p_customer: id, p_version: dice.version(company, id) } : null
}

/** Notes who set the credit line of a customer as it is now. */
export function lineSet({ books, memory }: BooksCompany, id: string, by: string): void {
  memory.lines[id] = [...(memory.lines[id] ?? []), { by, line: books.customers[id]!.credit_line }]
}

interface NewCustomer {
  p_customer: {
    name: string
    agent_id: string | null
    credit_line: string | null
    terms_days: string | null
  }
}

export const customerActions: Record<string, ModelAction> = {
  request_customer: action<NewCustomer>({
    needs: 'customers.request',
    often: 2,
    choose(company, dice, by) {
      const agent = modelScopeOf(company, by, 'customers.request') === 'own'
      return {
        p_customer: {
          name: dice.no('Store'),
          agent_id: agent && dice.chance(0.9) ? null : dice.doc(agents(company)),
          credit_line: agent ? null : creditLine(dice),
          terms_days: agent ? null : String(dice.one([0, 15, 30])),
        },
      }
    },
    judge(company, { p_customer: wanted }, by) {
      const own = modelScopeOf(company, by, 'customers.request') === 'own'
      const decides = holds(company, by, 'customers.decide')
      const agent = own ? by : wanted.agent_id
      return [
        own && wanted.agent_id !== null && wanted.agent_id !== by && 'not_allowed',
        !decides && (wanted.credit_line !== null || wanted.terms_days !== null) && 'not_allowed',
        !activeAgent(company, agent) && 'invalid',
      ]
    },
    done(company, { p_customer: wanted }, { id }, by) {
      const decides = holds(company, by, 'customers.decide')
      const agent = modelScopeOf(company, by, 'customers.request') === 'own' ? by : wanted.agent_id!
      company.books.customers[id!] = {
        ...{ name: wanted.name, agent, status: decides ? 'approved' : 'pending', tin: null },
        ...{ group: null, list: null, merged: null },
        credit_line: centsOrNull(wanted.credit_line),
        terms: Number(wanted.terms_days ?? 0),
      }
      company.memory.createdBy[id!] = by
      if (decides) lineSet(company, id!, by)
    },
  }),

  decide_customer: action<
    Of<{
      p_decision: string
      p_credit_line: string | null
      p_terms_days: number | null
      p_reason: string | null
    }>
  >({
    needs: 'customers.decide',
    often: 2,
    choose(company, dice) {
      const customer = seen(company, dice, 'pending')
      return (
        customer && {
          ...customer,
          p_decision: dice.chance(0.8) ? 'approved' : 'rejected',
          p_credit_line: creditLine(dice),
          p_terms_days: dice.one([null, 15, 30]),
          p_reason: dice.chance(0.7) ? 'Random' : null,
        }
      )
    },
    judge: (company, args) =>
      reasonsOf(company, args, ({ status }) => [
        status !== 'pending' && 'wrong_state',
        args.p_decision === 'rejected' && blank(args.p_reason) && 'invalid',
      ]),
    done(company, { p_customer, p_decision, p_credit_line, p_terms_days }, _answer, by) {
      const customer = company.books.customers[p_customer]!
      customer.status = p_decision
      customer.credit_line = centsOrNull(p_credit_line)
      customer.terms = p_terms_days ?? customer.terms
      if (p_decision === 'approved') lineSet(company, p_customer, by)
      changed(company, p_customer)
    },
  }),

  update_customer_tax: action<Of<{ p_tin_no: string | null; p_business_style: string | null }>>({
    needs: 'customers.write',
    often: 1,
    choose(company, dice) {
      const customer = seen(company, dice)
      const p_tin_no = dice.one([null, '123-456-789-000', '123-456-78'])
      return customer && { ...customer, p_tin_no, p_business_style: 'Retail' }
    },
    judge: (company, args) =>
      reasonsOf(company, args, () => [args.p_tin_no === '123-456-78' && 'invalid']),
    done(company, { p_customer, p_tin_no }) {
      company.books.customers[p_customer]!.tin = p_tin_no
      changed(company, p_customer)
    },
  }),

  set_credit_line: action<Of<{ p_credit_line: string | null; p_terms_days: number }>>({
    needs: 'customers.decide',
    often: 3,
    choose(company, dice) {
      const customer = seen(company, dice)
      const p_terms_days = dice.chance(0.05) ? 366 : dice.one([0, 15, 30])
      return customer && { ...customer, p_credit_line: creditLine(dice), p_terms_days }
    },
    judge: (company, args) =>
      reasonsOf(company, args, () => [args.p_terms_days > 365 && 'invalid']),
    done(company, { p_customer, p_credit_line, p_terms_days }, _answer, by) {
      const customer = company.books.customers[p_customer]!
      const before = customer.credit_line
      customer.credit_line = centsOrNull(p_credit_line)
      if (customer.credit_line !== before) lineSet(company, p_customer, by)
      customer.terms = p_terms_days
      changed(company, p_customer)
    },
  }),

  deactivate_customer: action<Of<{ p_reason: string; p_active: boolean }>>({
    needs: 'customers.decide',
    often: 2,
    choose(company, dice) {
      const p_active = dice.chance(0.6)
      const customer = seen(company, dice, p_active ? 'inactive' : 'approved')
      return customer && { ...customer, p_reason: dice.reason(), p_active }
    },
    judge: (company, args) =>
      reasonsOf(company, args, ({ status }) => [
        blank(args.p_reason) && 'invalid',
        status !== (args.p_active ? 'inactive' : 'approved') && 'wrong_state',
      ]),
    done(company, { p_customer, p_active }) {
      company.books.customers[p_customer]!.status = p_active ? 'approved' : 'inactive'
      changed(company, p_customer)
    },
  }),

  transfer_customers: action<{
    p_transfer: {
      customer_ids: string[]
      target_agent_id: string
      effective_on: string | null
      move_pending: boolean
    }
  }>({
    needs: 'customers.transfer',
    often: 2,
    choose(company, dice) {
      const ids = Object.keys(company.books.customers)
      const target = dice.doc(agents(company))!
      const fits = ids.filter((id) => company.books.customers[id]!.agent !== target)
      const chosen = [...new Set([dice.one(fits.length > 0 ? fits : ids), dice.one(fits)])]
      return {
        p_transfer: {
          customer_ids: chosen.filter(Boolean),
          target_agent_id: target,
          effective_on: dice.chance(0.92) ? null : dice.day(company),
          move_pending: dice.chance(0.5),
        },
      }
    },
    judge(company, { p_transfer: wanted }) {
      const on = wanted.effective_on ?? company.today
      const found = wanted.customer_ids.filter((id) => company.books.customers[id])
      return [
        !activeAgent(company, wanted.target_agent_id) && 'invalid',
        future(company, on),
        found.length === 0 && wanted.customer_ids.length === 0 && 'invalid',
        found.length < wanted.customer_ids.length && 'not_found',
        found.some((id) => company.books.customers[id]!.agent === wanted.target_agent_id) &&
          'wrong_state',
        found.some((id) => on < (company.memory.transferredAt[id] ?? '')) && 'invalid',
      ]
    },
    done(company, { p_transfer: wanted }) {
      const { target_agent_id: target, customer_ids } = wanted
      for (const id of customer_ids) {
        const customer = company.books.customers[id]!
        if (wanted.move_pending)
          for (const [key, booking] of Object.entries(company.books.bookings))
            if (
              booking.customer === id &&
              booking.approval === 'pending' &&
              booking.agent === customer.agent &&
              !closedDay(company, booking.added)
            ) {
              booking.agent = target
              touch(company, key)
            }
        customer.agent = target
        company.memory.transferredAt[id] = wanted.effective_on ?? company.today
        changed(company, id)
      }
    },
  }),
}

/** Adds a row to the customer's trail, as every command of finance does. */
function changed(company: BooksCompany, id: string) {
  touch(company, id)
  company.memory.hasEvents[id] = true
}
