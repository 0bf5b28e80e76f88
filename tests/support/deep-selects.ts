import fc from 'fast-check'

/** Tables that belong together, of which an address can name one within the other. */
const TABLES = [
  ...['customers', 'bookings', 'booking_lines', 'inventory', 'products', 'collections'],
  ...['collection_allocations', 'projects', 'memberships', 'profiles', 'purchases', 'vouchers'],
] as const

interface Nested {
  table: string
  within: Nested[]
}

/** Tables one within the other, three levels deep or more, with one or two beside each other. */
const nested = (levels: number): fc.Arbitrary<Nested> =>
  fc.record({
    table: fc.constantFrom(...TABLES),
    within:
      levels === 0
        ? fc.constant([])
        : fc.array(nested(levels - 1), { minLength: 1, maxLength: levels > 5 ? 1 : 2 }),
  })

const textOf = ({ table, within }: Nested, spelled: (table: string) => string): string =>
  `${spelled(table)}(${['*', ...within.map((one) => textOf(one, spelled))].join()})`

/** Ways to write an embedded table. */
const SPELLINGS: readonly ((table: string) => string)[] = [
  (table) => table,
  (table) => `x:${table}`,
  (table) => `${table}!inner`,
  (table) => `...${table}`,
  (table) => `"${table}"`,
  (table) => ` ${table} `,
  (table) => `%${table.charCodeAt(0).toString(16)}${table.slice(1)}`,
]

/** Questions to the public API that list tables within tables, deeper than two levels. */
export const deepSelects: fc.Arbitrary<string> = fc
  .record({
    from: fc.constantFrom(...TABLES),
    parts: fc
      .integer({ min: 2, max: 9 })
      .chain((levels) => fc.array(nested(levels), { minLength: 1, maxLength: 2 })),
    spelled: fc.constantFrom(...SPELLINGS),
    rest: fc.constantFrom('', '&limit=20', '&limit=1000', '&order=id', '&limit=5&offset=5'),
  })
  .map(
    ({ from, parts, spelled, rest }) =>
      `${from}?select=*,${parts.map((part) => textOf(part, spelled)).join()}${rest}`,
  )
