import fc from 'fast-check'
import type { Way } from '../field-history.ts'

/** Kinds of acts that a history writes. */
const KINDS = ['booking', 'receipt', 'cancellation', 'remittance'] as const

/** When the page is killed while an act is written. */
type Kill = 'never' | 'in the form' | 'at the save'

/** A write, on one of two phones of a person. */
export interface Write {
  do: 'write'
  phone: 0 | 1
  kind: (typeof KINDS)[number]
  customer: number
  way: Way
  kill: Kill
  /** The phone may refuse to store the form, or have no room left, until that is mended. */
  storage: 'works' | 'refuses' | 'is full'
}

/** One step of a history. */
export type Step =
  | Write
  | { do: 'line'; phone: 0 | 1; on: boolean }
  | { do: 'second tab'; phone: 0 | 1 }
  | { do: 'session ends'; phone: 0 | 1 }
  | { do: 'new version'; phone: 0 | 1 }
  | { do: 'another person'; phone: 0 | 1 }
  | { do: 'customer'; customer: number; becomes: 'approved' | 'inactive' | "a colleague's" }

// A second phone costs a sign-in and a download, so one history in three has it.
const phone = fc.constantFrom<0 | 1>(0, 0, 0, 0, 0, 1)
const customer = fc.nat(2)
const on = <D extends string>(what: D) => fc.record({ do: fc.constant(what), phone })

const write: fc.Arbitrary<Write> = fc.record({
  do: fc.constant('write' as const),
  phone,
  customer,
  kind: fc.constantFrom<Write['kind']>(
    ...(['booking', 'booking', 'receipt', 'receipt', 'cancellation', 'remittance'] as const),
  ),
  way: fc.constantFrom<Way>(
    ...(['through', 'cut before', 'answer lost', 'failed after', 'killed while sending'] as const),
  ),
  kill: fc.constantFrom<Kill>(...(['never', 'never', 'in the form', 'at the save'] as const)),
  storage: fc.constantFrom<Write['storage']>(
    ...(['works', 'works', 'works', 'works', 'refuses', 'is full'] as const),
  ),
})

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: write },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('line' as const), phone, on: fc.boolean() }),
  },
  { weight: 1, arbitrary: on('second tab') },
  { weight: 1, arbitrary: on('session ends') },
  { weight: 1, arbitrary: on('new version') },
  { weight: 1, arbitrary: on('another person') },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('customer' as const),
      customer,
      becomes: fc.constantFrom(...(['approved', 'inactive', "a colleague's"] as const)),
    }),
  },
)
