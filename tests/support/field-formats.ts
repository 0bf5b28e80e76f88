/** Documents that the acts of a format are about. */
interface About {
  customer: string
  /** A delivered booking, and the product of its line. */
  delivered: string
  product: string
  day: string
}

type Written = { kind: string; facts: object; needs?: number[] }

const KEY = (place: number) => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`

/**
 * Acts as the apps of released versions write them, each with all facts that its forms have and once with those alone that they
 * always have. They are kept as they were sent: what a phone has in a drawer is not changed by a release. `needs`: the places of acts
 * whose keys the facts name.
 */
export const FORMATS: Readonly<Record<string, (about: About) => Written[]>> = {
  '2.0.0': (about) => since20(about, 'OLD'),
  // It writes as 2.0.0 does; papers have numbers of their own.
  '2.1.0': (about) => since20(about, 'NEXT'),
  // It withdraws acts too, which the office takes of no version before.
  '2.2.0': (about) => since20(about, 'LAST'),
}

function since20({ customer, delivered, product, day }: About, no: string): Written[] {
  return [
    { kind: 'customer', facts: { name: `${no} format` } },
    {
      kind: 'customer',
      facts: {
        ...{
          name: `${no} format in full`,
          store_name: 'Store',
          address: '1 Street',
          area: 'Pasig',
        },
        ...{ contact: '0918 555 0001', tin_no: '000-111-222-000' },
      },
    },
    {
      kind: 'booking',
      facts: {
        customer_id: customer,
        lines: [{ product_id: product, quantity: 1, agent_srp: '10.00', agent_srp_pieces: 1 }],
      },
    },
    {
      kind: 'booking',
      needs: [0],
      facts: {
        ...{ customer_id: KEY(0), remarks: 'In full' },
        lines: [
          {
            ...{ product_id: product, quantity: 12, agent_srp: '10.00', agent_srp_pieces: 1 },
            ...{ discount_percent: '5', discount_amount: '1.00' },
          },
          { product_id: product, quantity: 1, free_of: 1 },
        ],
      },
    },
    { kind: 'booking_cancel', needs: [2], facts: { booking_id: KEY(2), reason: 'Ordered twice' } },
    {
      kind: 'receipt',
      facts: {
        customer_id: customer,
        cr_no: `${no}-1`,
        parts: [{ collection_type: 'cash', amount: '5.00' }],
      },
    },
    {
      kind: 'receipt',
      needs: [1],
      facts: {
        ...{ customer_id: KEY(1), cr_no: `${no}-2`, allocate: 'oldest', remarks: 'In full' },
        skip_reason: 'Torn',
        parts: [
          { collection_type: 'cash', amount: '5.00' },
          {
            ...{ collection_type: 'cheque', amount: '6.00', cheque_bank: 'BDO' },
            ...{ cheque_no: `${no}-0001`, cheque_date: day },
          },
          { collection_type: 'bank_transfer', amount: '7.00', reference_no: `TR-${no}-1` },
          { collection_type: 'withholding', amount: '8.00', reference_no: `2307-${no}-1` },
        ],
      },
    },
    {
      kind: 'remittance',
      needs: [5, 6],
      facts: {
        ...{ collection_ids: [KEY(5), KEY(6)], variance_reason: 'Short', remarks: 'In full' },
        denominations: [{ value: '5.00', count: 1 }],
      },
    },
    {
      kind: 'return',
      facts: {
        ...{ booking_id: delivered, reason: 'Torn' },
        lines: [{ product_id: product, quantity: 1, stock_state: 'bad_order' }],
      },
    },
    {
      kind: 'visit',
      facts: {
        customer_id: customer,
        skipped: true,
        reason: 'Closed',
        begun_at: `${day}T00:00:00.000Z`,
      },
    },
    {
      kind: 'visit',
      facts: {
        ...{
          customer_id: customer,
          begun_at: `${day}T00:00:00.000Z`,
          ended_at: `${day}T00:05:00.000Z`,
        },
        ...{ reason: 'Has stock', begin: { latitude: '14.6', longitude: '121.0', accuracy: 15 } },
        end: { latitude: '14.60001', longitude: '121.00001', accuracy: 900 },
      },
    },
  ]
}

/** Returns the acts of a format as they are sent, under keys of their own. */
export function actsOf(version: string, about: About, keyOf: (place: number) => string): object[] {
  return FORMATS[version]!(about).map(({ kind, facts, needs }, place) => ({
    ...{ key: keyOf(place), no: place + 1, kind, version },
    ...{ device_at: new Date().toISOString(), made_at: new Date().toISOString() },
    ...(needs && { depends_on: needs.map(keyOf) }),
    ...(place % 2 === 1 && { copy_as_of: new Date().toISOString() }),
    facts: JSON.parse(
      JSON.stringify(facts).replaceAll(/00000000-0000-7000-8000-(\d{12})/g, (_, no) =>
        keyOf(Number(no)),
      ),
    ),
  }))
}
