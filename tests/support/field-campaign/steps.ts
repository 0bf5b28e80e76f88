import fc from 'fast-check'
import type { ActKind } from '../../../app/platform/field/acts.ts'
import type { Way } from '../field-history.ts'
import type { Death } from './office.ts'

/** Writes that make acts of each kind: a stop is left out by a visit, a receipt of a taken number is refused. */
const OF_KINDS = {
  booking: ['booking', 'booking'],
  receipt: ['receipt', 'receipt'],
  booking_cancel: ['cancellation'],
  remittance: ['remittance'],
  visit: ['visit', 'skip'],
  customer: ['customer'],
  return: ['return'],
} as const satisfies Record<ActKind, readonly string[]>

/** Acts that a history writes; a correction or a withdrawal is of an act that was refused. */
const KINDS = [
  ...Object.values(OF_KINDS).flat(),
  ...(['taken number', 'correction', 'withdrawal'] as const),
]

const WAYS = [
  ...(['through', 'cut before', 'answer lost', 'failed after', 'killed while sending'] as const),
  ...(['before the commit', 'after the commit'] as const),
]

/** When the page is killed while an act is written. */
type Kill = 'never' | 'in the form' | 'at the save'

/** A write, on one of two phones of a person. */
export interface Write {
  do: 'write'
  phone: 0 | 1
  kind: (typeof KINDS)[number]
  /** One of the person's customers, or the last one whom this phone has asked for. */
  customer: 0 | 1 | 2 | 'new'
  /** The fault that meets the act on its way, or the moment at which the office's server dies of it. */
  way: Way | Death
  kill: Kill
  /** The phone may refuse to store the form, or have no room left, until that is mended. */
  storage: 'works' | 'refuses' | 'is full'
}

/** Two saves of one form: two taps on its button, or one in each of two tabs, of which the second may have other words. */
export interface TwoSaves {
  do: 'two saves'
  phone: 0 | 1
  kind: 'booking' | 'receipt' | 'customer'
  customer: 0 | 1 | 2 | 'new'
  by: 'a double tap' | 'two tabs' | 'two tabs with other words' | 'two tabs at once'
}

/** Roles of the person whose phones a history is about. */
export type Role = 'Agent' | 'Collector'
export const role = fc.constantFrom<Role>('Agent', 'Agent', 'Collector')

/** One step of a history. */
export type Step =
  | Write
  | TwoSaves
  | { do: 'line'; phone: 0 | 1; on: boolean }
  | { do: 'second tab'; phone: 0 | 1 }
  | { do: 'session ends'; phone: 0 | 1 }
  | { do: 'new version'; phone: 0 | 1 }
  | { do: 'another person'; phone: 0 | 1 }
  | { do: 'customer'; customer: number; becomes: 'approved' | 'inactive' | "a colleague's" }
  | { do: 'server dies' }

// A second phone costs a sign-in and a download, so one history in three has it.
const phone = fc.constantFrom<0 | 1>(0, 0, 0, 0, 0, 1)
const on = <D extends string>(what: D) => fc.record({ do: fc.constant(what), phone })

const write: fc.Arbitrary<Write> = fc.record({
  do: fc.constant('write' as const),
  phone,
  customer: fc.constantFrom<Write['customer']>(0, 1, 2, 'new'),
  kind: fc.constantFrom<Write['kind']>(...KINDS),
  way: fc.constantFrom<Write['way']>(...WAYS),
  kill: fc.constantFrom<Kill>(...(['never', 'never', 'in the form', 'at the save'] as const)),
  storage: fc.constantFrom<Write['storage']>(
    ...(['works', 'works', 'works', 'works', 'refuses', 'is full'] as const),
  ),
})

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: write },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('line' as const), phone, on: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ do: fc.constant('two saves' as const), phone },
      kind: fc.constantFrom<TwoSaves['kind']>('booking', 'receipt', 'customer'),
      customer: fc.constantFrom<Write['customer']>(0, 1, 2, 'new'),
      by: fc.constantFrom<TwoSaves['by']>(
        ...(['a double tap', 'two tabs', 'two tabs with other words'] as const),
        'two tabs at once',
      ),
    }),
  },
  { weight: 1, arbitrary: on('second tab') },
  { weight: 1, arbitrary: on('session ends') },
  { weight: 1, arbitrary: on('new version') },
  { weight: 1, arbitrary: on('another person') },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('server dies' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('customer' as const),
      customer: fc.nat(2),
      becomes: fc.constantFrom(...(['approved', 'inactive', "a colleague's"] as const)),
    }),
  },
)

const wrote = (kind: Write['kind'], way: Write['way'], customer: Write['customer'] = 0): Write => ({
  ...{ do: 'write', phone: 0, kind, customer, way },
  ...{ kill: 'never', storage: 'works' },
})

/** A history that has each new kind, a refusal and each death of the server, played before random ones. */
export const EXAMPLE: Step[] = [
  { do: 'line', phone: 0, on: false },
  wrote('customer', 'through'),
  wrote('visit', 'through'),
  wrote('return', 'through'),
  wrote('booking', 'after the commit', 'new'),
  { do: 'line', phone: 0, on: true },
  wrote('booking', 'before the commit'),
  wrote('taken number', 'answer lost'),
  wrote('correction', 'through'),
  wrote('taken number', 'through'),
  wrote('withdrawal', 'answer lost'),
  { do: 'two saves', phone: 0, kind: 'booking', customer: 1, by: 'two tabs with other words' },
]

/** Kinds that a Collector writes in the place of those that the app does not offer them. */
const OF_COLLECTOR: Partial<Record<Write['kind'], Write['kind']>> = {
  ...{ booking: 'receipt', cancellation: 'receipt', return: 'remittance', skip: 'remittance' },
}

/** Returns what a person with the role does in a step. */
export function asPerson(step: Step, role: Role): Step {
  if (role === 'Agent') return step
  if (step.do === 'write') return { ...step, kind: OF_COLLECTOR[step.kind] ?? step.kind }
  return step.do === 'two saves' ? { ...step, kind: 'receipt' } : step
}
