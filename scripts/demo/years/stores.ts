import { CUSTOMERS, type DemoCustomer } from '../customers.ts'

/** The habit of a store that pays some days after the due date, at least and at most. */
interface Habit {
  name: 'prompt' | 'slow' | 'late'
  least: number
  most: number
}

/** Describes a store that buys during the years. Credit line in pesos; null is unlimited. */
export interface Store extends Omit<DemoCustomer, 'agent' | 'address'> {
  agent: string
  address?: string
  /** Tells that it has not given its TIN. */
  noTin?: boolean
  habit: Habit
  /** The cases of a product that it takes at once, on average. */
  cases: number
  /** Its share of orders beside others. */
  weight: number
  /** The day of the years on which it became a customer. */
  from: number
}

const FIRST = [
  ...['Amado', 'Belinda', 'Cesar', 'Delia', 'Elpidio', 'Florencia', 'Gerardo', 'Hilda', 'Isagani'],
  ...['Josefina', 'Lamberto', 'Milagros', 'Norberto', 'Olivia', 'Primo', 'Remedios', 'Silverio'],
  ...['Teodora', 'Urbano', 'Violeta', 'Wilfredo', 'Yolanda', 'Zenaida', 'Arturo', 'Bienvenida'],
] as const
const LAST = [
  ...['Agustin', 'Bacani', 'Cabral', 'Dela Rosa', 'Evangelista', 'Fajardo', 'Guevarra', 'Hidalgo'],
  ...['Ilagan', 'Javier', 'Katigbak', 'Ledesma', 'Magsino', 'Natividad', 'Ordoñez', 'Padilla'],
  ...['Quiambao', 'Robles', 'Samonte', 'Tolentino', 'Umali', 'Valdez', 'Yabut'],
] as const
const STREETS = [
  ...['Rizal Street', 'Bonifacio Avenue', 'Mabini Street', 'Del Pilar Street', 'Luna Street'],
  ...['Quezon Avenue', 'Sampaguita Street', 'Ilang-Ilang Street', 'Market Road', 'National Road'],
] as const

interface Kind {
  style: string
  nameOf(first: string, last: string): string
  creditLine: number | null
  terms: number
  cases: number
  weight: number
}

const KINDS: readonly Kind[] = [
  {
    style: 'Sari-sari store',
    nameOf: (first) => `${first}'s Store`,
    creditLine: 40_000,
    terms: 7,
    cases: 0.7,
    weight: 1,
  },
  {
    style: 'Minimart',
    nameOf: (_, last) => `${last} Mini Mart`,
    creditLine: 180_000,
    terms: 15,
    cases: 2,
    weight: 1.1,
  },
  {
    style: 'Grocery',
    nameOf: (_, last) => `${last} Grocery`,
    creditLine: 400_000,
    terms: 30,
    cases: 4,
    weight: 1.2,
  },
  {
    style: 'Eatery',
    nameOf: (first) => `Carinderia ni ${first}`,
    creditLine: 40_000,
    terms: 7,
    cases: 0.8,
    weight: 0.8,
  },
  {
    style: 'Wholesaler',
    nameOf: (_, last) => `${last} Trading`,
    creditLine: 1_500_000,
    terms: 30,
    cases: 12,
    weight: 1.3,
  },
  {
    style: 'Bakery',
    nameOf: (_, last) => `${last} Bakery`,
    creditLine: 90_000,
    terms: 15,
    cases: 1.2,
    weight: 0.8,
  },
  {
    style: 'Supermarket',
    nameOf: (_, last) => `${last} Supermarket`,
    creditLine: null,
    terms: 45,
    cases: 10,
    weight: 1.4,
  },
]

/** The agent whose area it is. */
const AREAS = [
  ['agent', 'Marikina'],
  ['agent-2', 'Cainta'],
  ['agent-3', 'Antipolo'],
  ['agent-4', 'Pasig'],
  ['agent-5', 'Quezon City'],
  ['agent-6', 'San Mateo'],
  ['agent-7', 'Angono'],
  ['agent-8', 'Mandaluyong'],
] as const

const HABITS: readonly Habit[] = [
  { name: 'prompt', least: -4, most: 2 },
  { name: 'slow', least: 3, most: 18 },
  { name: 'late', least: 25, most: 80 },
]

/** Six of ten pay in time, three some weeks late, one months late. */
const habitOf = (n: number) => HABITS[n % 10 === 7 ? 2 : n % 10 > 2 && n % 3 === 0 ? 1 : 0]!

/** The number of stores besides those of the short demo. */
const MORE = 104

/** Small stores that have not given all that the tax office wants to read: the list of what is missing has something to show. */
const NO_TIN = [63, 95]
const NO_ADDRESS = 75

/** All stores of the years. Those that the short demo has too come first, and had been customers before. */
export const STORES: readonly Store[] = [
  ...CUSTOMERS.filter(({ creditLine }) => creditLine !== 0).map((store, n) => {
    const kind = KINDS.find(({ style }) => style === store.style)
    return {
      ...store,
      creditLine: store.creditLine === null ? null : store.creditLine * 2,
      habit: habitOf(n),
      cases: kind?.cases ?? 2,
      weight: 1.3,
      from: 0,
    }
  }),
  ...Array.from({ length: MORE }, (_, n): Store => {
    const { nameOf, ...kind } = KINDS[n % 9 < 7 ? n % 9 : n % 3]!
    const first = FIRST[(n * 7) % FIRST.length]!
    // Both lists have lengths without a common divisor, so no person comes twice.
    const last = LAST[(n * 5) % LAST.length]!
    const [agent, area] = AREAS[n % AREAS.length]!
    const branch = n >= LAST.length ? `, ${area}` : ''
    return {
      ...kind,
      name: `${first} ${last}`,
      store: `${nameOf(first, last)}${branch}`,
      ...(n === NO_ADDRESS
        ? {}
        : { address: `${(n * 17) % 400 || 1} ${STREETS[n % STREETS.length]}, ${area}` }),
      noTin: NO_TIN.includes(n),
      area,
      agent,
      contact: `0918 555 ${String(1000 + n)}`,
      habit: habitOf(n),
      // A quarter of them are won during the years.
      from: n % 4 === 3 ? 40 + n * 5 : 0,
    }
  }),
]

/** The people of the years besides those of the short demo: five agents and a second manager. */
export const MORE_STAFF = [
  { role: 'Manager', name: 'Corazon Medina', login: 'manager-2' },
  { role: 'Agent', name: 'Benjie Roxas', login: 'agent-4', under: 'manager-2' },
  { role: 'Agent', name: 'Divina Alcantara', login: 'agent-5', under: 'manager-2' },
  { role: 'Agent', name: 'Efren Pineda', login: 'agent-6', under: 'manager-2' },
  { role: 'Agent', name: 'Fely Magpayo', login: 'agent-7', under: 'manager' },
  { role: 'Agent', name: 'Gani Buenaventura', login: 'agent-8', under: 'manager-2' },
] as const

/** Logins of the agents, in the order of their areas. */
export const AGENTS = AREAS.map(([agent]) => agent)
