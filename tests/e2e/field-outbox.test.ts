import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import {
  fillBooking,
  meet,
  openApp,
  ready,
  type StoredAct,
  signInWhereAsked,
  stored,
  type Way,
} from '../support/field-history.ts'
import { enterField, openPhone } from '../support/field-phone.ts'
import { FRESH, rounds } from '../support/rounds.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
const EMAIL = 'agent@demo.test'
let owner: ReturnType<typeof connect>
let customers: string[]
let product: string

beforeAll(async () => {
  if (!hasPostgres()) return
  owner = connect(server)
  const own = await owner.unsafe<{ id: string }[]>(
    `select c.id from public.customers c join public.profiles p on p.user_id = c.agent_id
     where c.project_id = $1 and p.email = $2 and c.approval_status = 'approved' order by c.name limit 3`,
    [DEMO_ID, EMAIL],
  )
  customers = own.map(({ id }) => id)
  const [first] = await owner.unsafe<{ description: string }[]>(
    `select p.description from public.products p where p.project_id = $1 and p.status = 'active' order by p.description limit 1`,
    [DEMO_ID],
  )
  product = first!.description
})
afterAll(() => owner?.end())

/** The bookings and acts of the office whose remarks begin with a tag. */
const office = async (tag: string) => ({
  bookings: await owner.unsafe<{ remarks: string }[]>(
    'select remarks from public.bookings where project_id = $1 and remarks like $2',
    [DEMO_ID, `${tag}%`],
  ),
  acts: await owner.unsafe<{ id: string; state: string; remarks: string }[]>(
    `select id, state, facts ->> 'remarks' as remarks from public.field_acts
     where project_id = $1 and facts ->> 'remarks' like $2`,
    [DEMO_ID, `${tag}%`],
  ),
})
const setStatus = (customer: string, status: string) =>
  owner.unsafe('update public.customers set approval_status = $2 where id = $1', [customer, status])

describe.skipIf(!hasPostgres())('the outbox', () => {
  it('has a booking from the last order in a few taps, without a line, and sends it once', async () => {
    const { page, line, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field booking'))
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    await line(false)
    let taps = 0
    const tap = async (role: 'link' | 'button', name: string | RegExp) => {
      taps++
      await page.getByRole(role, { name }).first().click()
    }
    await tap('link', 'Customers')
    taps++
    await page.locator('main li a').first().click()
    await tap('link', 'New booking')
    await tap('button', 'Copy the last order')
    expect(await page.locator('main li').count()).toBeGreaterThan(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page), colorScheme).toEqual([])
    }
    await page.getByLabel('Remarks').fill('OUTBOX one')
    // Typed text is a draft, whatever happens to the page.
    await page.waitForTimeout(100)
    await page.reload()
    expect(await page.getByLabel('Remarks').inputValue()).toBe('OUTBOX one')
    await tap('button', 'Save booking')
    await page.getByText('Saved on this phone.').waitFor()
    expect(taps).toBeLessThanOrEqual(12)
    expect(await findings(page)).toEqual([])
    await page.getByRole('link', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('1 acts are on this phone alone.').waitFor()
    expect((await office('OUTBOX one')).bookings).toHaveLength(0)

    await line(true)
    await page.getByRole('link', { name: 'Acts' }).click()
    await page.getByText('Accepted').waitFor()
    const found = await office('OUTBOX one')
    expect(found.bookings).toHaveLength(1)
    expect(found.acts).toMatchObject([{ state: 'accepted' }])
    await close()
  })

  it('keeps what the office refuses, in both places, until it is corrected', async () => {
    const [customer = ''] = customers
    const { page, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field refused'))
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    await fillBooking(page, customer, product, 'REFUSED one')
    await setStatus(customer, 'inactive')
    await page.getByRole('button', { name: 'Save booking' }).click()
    await page.getByText('only approved customers can buy').waitFor()
    expect(await findings(page)).toEqual([])
    const refused = await office('REFUSED one')
    expect(refused.bookings).toHaveLength(0)
    expect(refused.acts).toMatchObject([{ state: 'refused' }])

    await setStatus(customer, 'approved')
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('link', { name: 'Acts' }).click()
    await page.getByRole('link', { name: /Refused/ }).click()
    await page.getByRole('button', { name: 'Correct and send again' }).click()
    await page.getByLabel('Remarks').fill('REFUSED one, corrected')
    await page.getByRole('button', { name: 'Save booking' }).click()
    await page.getByText('Accepted by the office').waitFor()
    const accepted = await office('REFUSED one')
    expect(accepted.bookings).toEqual([{ remarks: 'REFUSED one, corrected' }])
    expect(accepted.acts).toMatchObject([{ state: 'accepted', id: refused.acts[0]!.id }])
    await close()
  })
})

/** One step of a history. */
type Step =
  | { do: 'book'; customer: number; way: Way; kill: 'never' | 'in the form' | 'at the save' }
  | { do: 'line'; on: boolean }
  | { do: 'second tab' }
  | { do: 'session ends' }
  | { do: 'customer'; customer: number; active: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('book' as const),
      customer: fc.nat(2),
      way: fc.constantFrom<Way>(
        ...([
          'through',
          'cut before',
          'answer lost',
          'failed after',
          'killed while sending',
        ] as const),
      ),
      kill: fc.constantFrom(
        'never' as const,
        'never' as const,
        'in the form' as const,
        'at the save' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('line' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'second tab' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'session ends' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('customer' as const),
      customer: fc.nat(2),
      active: fc.boolean(),
    }),
  },
)

let histories = 0

/** Plays a history on a phone of its own, and compares what the phone and the office have in the end. */
async function play(steps: readonly Step[]): Promise<void> {
  const tag = `H${FRESH}-${++histories}-`
  const { page: first, close } = await openPhone(visit, '/field/more')
  const context = first.context()
  // Half of the phones have a clock that is a day wrong.
  if (histories % 2 === 0)
    await context.addInitScript(() => {
      const now = Date.now
      Date.now = () => now() - 86_400_000
    })
  let page = await openApp(context, EMAIL)
  const promised: string[] = []
  let online = true
  let booked = 0
  const alive = async () => {
    if (page.isClosed()) {
      await context.setOffline(!online)
      page = await context.newPage()
      await page.goto('/field/')
    }
    return page
  }
  /** Does a step again where the page was killed in it, by an act that was still on its way. */
  const again = async (work: () => Promise<void>): Promise<void> => {
    await alive()
    await work().catch((error) => {
      if (!page.isClosed()) throw error
      return again(work)
    })
  }
  const take = async (each: Step): Promise<void> => {
    if (each.do === 'line') {
      online = each.on
      await context.setOffline(!online)
    } else if (each.do === 'session ends') {
      await context.clearCookies()
    } else if (each.do === 'second tab') {
      const other = await context.newPage()
      await other.goto('/field/acts')
      await other.close()
    } else if (each.do === 'customer') {
      await setStatus(customers[each.customer]!, each.active ? 'approved' : 'inactive')
    } else {
      const name = `${tag}${++booked}`
      const known = await stored<{ id: string }>(page, 'facts')
      expect(known.length).toBeGreaterThan(0)
      const customer = customers[each.customer]!
      await page.goto(`/field/customers/${customer}/booking`)
      const remarks = page.getByLabel('Remarks')
      const gone = page.getByText('not on this phone any more')
      await remarks.or(gone).first().waitFor()
      if (await gone.isVisible()) return
      await meet(page, each.way)
      await fillBooking(page, customer, product, name)
      if (each.kill === 'in the form') {
        await page.close()
        return
      }
      const save = page.getByRole('button', { name: 'Save booking' })
      if (each.kill === 'at the save') {
        await save.click({ noWaitAfter: true })
        await page.close()
        return
      }
      await save.click()
      const said = page.getByRole('heading', { level: 1, name: /^(Booking \d|SO-)/ })
      await said.waitFor().catch((error) => {
        if (!page.isClosed()) throw error
      })
      promised.push(name)
    }
  }
  try {
    await ready(page)
    for (const each of steps) await again(() => take(each))
    // Everything works again.
    online = true
    await context.setOffline(false)
    await again(async () => {
      await meet(page, 'through')
      await page.goto('/field/acts')
      await signInWhereAsked(page, EMAIL)
      await page.goto('/field/acts')
    })
    const settled = () =>
      stored<StoredAct>(page, 'acts').then((acts) =>
        acts
          .filter(({ state }) => state === 'waiting' || state === 'sending')
          .map(({ key }) => key),
      )
    await expect.poll(settled, { timeout: 20_000 }).toEqual([])

    const acts = await stored<StoredAct>(page, 'acts')
    const { bookings, acts: arrived } = await office(tag)
    const byState = (state: string, of: { state: string; remarks?: string }[]) =>
      of.flatMap((act) => (act.state === state ? [act.remarks ?? ''] : [])).sort()
    const onPhone = acts.map(({ state, facts }) => ({ state, remarks: facts.remarks }))
    // Nothing that was called saved is lost, nothing is doubled, and each refusal is seen in both places.
    expect(promised.filter((name) => !onPhone.some(({ remarks }) => remarks === name))).toEqual([])
    expect(byState('accepted', arrived)).toEqual(byState('accepted', onPhone))
    expect(byState('refused', arrived)).toEqual(byState('refused', onPhone))
    expect(bookings.map(({ remarks }) => remarks).sort()).toEqual(byState('accepted', onPhone))
  } finally {
    for (const customer of customers) await setStatus(customer, 'approved')
    await close()
  }
}

it.skipIf(!hasPostgres())(
  `loses and doubles nothing in random histories (KALAKAL_TEST_SEED=${FRESH})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: rounds(4, 10) }), play),
      {
        seed: FRESH,
        numRuns: rounds(1, 500),
        endOnFailure: true,
      },
    )
  },
  rounds(180_000, 7_200_000),
)
