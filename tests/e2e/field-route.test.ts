import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it, onTestFailed, onTestFinished } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { weekdayOf } from '../../app/platform/values/weeks.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { setAgent } from '../support/field-office.ts'
import { enterField, openPhone, refresh, smallTargets } from '../support/field-phone.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit, signedIn } = testBrowser(server)
const EMAIL = 'agent-2@demo.test'
let owner: ReturnType<typeof connect>
let agent: string
let stores: { id: string; name: string }[]

beforeAll(async () => {
  if (!hasPostgres()) return
  owner = connect(server)
  const found = await owner.unsafe<{ id: string; name: string; agent_id: string }[]>(
    `select c.id, c.name, c.agent_id from public.customers c join public.profiles p on p.user_id = c.agent_id
     where c.project_id = $1 and p.email = $2 and c.approval_status = 'approved' order by c.name limit 3`,
    [DEMO_ID, EMAIL],
  )
  stores = found
  agent = found[0]!.agent_id
})
afterAll(() => owner?.end())

const ZONE = 'Asia/Manila'

it.skipIf(!hasPostgres())(
  'the office plans a route, the agent visits and skips its stops without a line, and the report tells',
  async () => {
    const [one, two, three] = stores
    const day = weekdayOf(today(ZONE))
    const office = await signedIn('finance-admin@demo.test')
    onTestFailed(() => picture(office.page, 'field routes'))
    await office.page.goto(`/customers/routes?agent=${agent}&day=${day}`)
    const place = (name: string) => office.page.getByLabel(`Place of ${name}`)
    await place(one!.name).fill('1')
    await place(two!.name).fill('2')
    await place(three!.name).fill('3')
    // The last stop is moved up by the keys.
    await place(three!.name).press('Alt+ArrowUp')
    expect(await place(three!.name).inputValue()).toBe('2')
    expect(await place(two!.name).inputValue()).toBe('3')
    await office.page.getByRole('button', { name: 'Save route' }).click()
    await office.page.getByText('3 stops saved.').waitFor()
    expect(await findings(office.page)).toEqual([])

    const phone = await openPhone(visit)
    const { page } = phone
    onTestFailed(() => picture(page, 'field route'))
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 14.5995, longitude: 120.9842, accuracy: 15 })
    await enterField(page, EMAIL)
    await page.getByText('Route: 0 of 3 stops').waitFor()
    const stops = page.locator('ol li')
    const names = [one!.name, three!.name, two!.name]
    for (const [at, name] of names.entries())
      expect(await stops.nth(at).innerText()).toContain(name)

    await phone.line(false)
    await stops.nth(0).getByRole('link').click()
    await page.getByRole('link', { name: 'Visit', exact: true }).click()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'I agree, begin the visit' }).click()
    await page.getByText('Location known to 15 m.').waitFor()
    // A visit that was begun is there after the app was closed.
    await page.reload()
    await page.getByRole('button', { name: 'End the visit' }).click()
    await page.getByText('Choose or enter why nothing was ordered.').waitFor()
    await page.getByRole('button', { name: 'Has stock' }).click()
    await page.getByRole('button', { name: 'End the visit' }).click()
    await page.getByText('Saved on this phone.').waitFor()

    await page.getByRole('link', { name: 'Today' }).click()
    await stops.nth(1).getByRole('link').click()
    await page.getByRole('link', { name: 'Visit', exact: true }).click()
    await page.getByRole('button', { name: 'Store closed' }).click()
    await page.getByRole('button', { name: 'Skip this stop' }).click()
    await page.getByText('Saved on this phone.').waitFor()
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByText('Route: 2 of 3 stops').waitFor()
    expect(await stops.nth(0).innerText()).toContain('Done')
    expect(await stops.nth(1).innerText()).toMatch(/Store closed[\s\S]*Skipped/)
    expect(await findings(page)).toEqual([])

    await phone.line(true)
    await page.getByRole('link', { name: 'Acts' }).click()
    await page.getByText('Accepted').nth(1).waitFor()
    const kept = await owner.unsafe<object[]>(
      `select v.customer_id, v.state, v.reason,
         (select array_agg(l.act || ' ' || l.latitude || ' ' || l.accuracy order by l.act) from private.visit_places l where l.visit_id = v.id) as places
       from public.visits v where v.project_id = $1 and v.agent_id = $2 order by v.begun_at`,
      [DEMO_ID, agent],
    )
    expect(kept).toEqual([
      {
        ...{ customer_id: one!.id, state: 'visited', reason: 'Has stock' },
        places: ['begin 14.59950 15', 'end 14.59950 15'],
      },
      { customer_id: three!.id, state: 'skipped', reason: 'Store closed', places: null },
    ])
    await phone.close()

    await office.page.goto(`/reports_visits?agent_id=${agent}`)
    const row = office.page.locator('tbody tr').first()
    // One of three planned stops was visited, and one skipped.
    await expect.poll(() => row.innerText()).toMatch(/33\.3/)
    await office.close()
  },
)

/** Has the phone look for its place until it is told to find it; `asked` tells how often the page has asked. */
async function looksForItsPlace(page: Page) {
  await page.context().addInitScript(() => {
    const coords = { latitude: 14.5, longitude: 121, accuracy: 25 }
    const look = { asked: 0, find: () => {} }
    navigator.geolocation.getCurrentPosition = (found) => {
      look.asked++
      look.find = () => found({ coords } as GeolocationPosition)
    }
    Object.assign(window, { look })
  })
  const look = (finds: boolean) =>
    page.evaluate((now) => {
      const { look } = window as unknown as { look: { asked: number; find(): void } }
      if (now) look.find()
      return look.asked
    }, finds)
  return { find: () => look(true), asked: () => look(false) }
}

it.skipIf(!hasPostgres())(
  'a visit is begun before the phone knows where it is, and is ended though the customer has left the phone',
  async () => {
    const [one] = stores
    const { page, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field visit'))
    const { find } = await looksForItsPlace(page)
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    await page.goto(`/field/customers/${one!.id}/visit`)
    await page.getByRole('button', { name: 'I agree, begin the visit' }).click()
    await page.getByText('Looking for the location…').waitFor()
    await page.getByRole('button', { name: 'No money' }).click()
    await find()
    await page.getByText('Location known to 25 m.').waitFor()
    await page.reload()
    await page.getByText('Location known to 25 m.').waitFor()
    expect(await page.getByLabel('Reason').inputValue()).toBe('No money')
    await page.getByRole('button', { name: 'End the visit' }).click()
    await find()
    await page.getByText('Accepted by the office.').waitFor()

    // An app that is closed while the phone looks has begun the visit all the same.
    await page.goto(`/field/customers/${one!.id}/visit`)
    await page.getByRole('button', { name: 'I agree, begin the visit' }).click()
    await page.getByText('Looking for the location…').waitFor()
    await page.reload()
    await page.getByText('Without location.').waitFor()

    onTestFinished(() => setAgent(owner, 'customers', one!.id, EMAIL))
    await setAgent(owner, 'customers', one!.id, 'agent@demo.test')
    await refresh(page)
    const begun = page.getByRole('link', { name: /visit since/ })
    await page.goto(`/field/customers/${one!.id}`)
    await page.getByText('not on this phone any more').waitFor()
    await page.goto('/field/')
    await begun.waitFor()
    expect(await begun.innerText()).toContain(one!.name)
    await begun.click()
    await page.getByText('This customer is not on this phone any more.').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Owner absent' }).click()
    await page.getByRole('button', { name: 'End the visit' }).click()
    await find()
    await page.getByText('Rejected by the office: Choose one of your customers.').waitFor()
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('link', { name: '1 act was rejected' }).waitFor()
    expect(await begun.count()).toBe(0)
    await close()
    const kept = await owner.unsafe<object[]>(
      `select v.reason, array_agg(l.act || ' ' || l.accuracy order by l.act) as places
       from public.visits v join private.visit_places l on l.visit_id = v.id
       where v.project_id = $1 and v.customer_id = $2 and v.reason = 'No money' group by v.id, v.reason, v.begun_at
       order by v.begun_at desc limit 1`,
      [DEMO_ID, one!.id],
    )
    expect(kept).toEqual([{ reason: 'No money', places: ['begin 25', 'end 25'] }])
  },
  60_000,
)

it.skipIf(!hasPostgres())(
  'a visit is ended without its place by who does not wait for it, and stays begun for who leaves',
  async () => {
    const [, two] = stores
    const { page, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field visit end'))
    const { find, asked } = await looksForItsPlace(page)
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    const form = `/field/customers/${two!.id}/visit`
    const end = page.getByRole('button', { name: 'End the visit' })
    const without = page.getByRole('button', { name: 'End without location' })
    await page.goto(form)
    await page.getByRole('button', { name: 'I agree, begin the visit' }).click()
    await page.getByText('Looking for the location…').waitFor()
    await find()
    await page.getByText('Location known to 25 m.').waitFor()
    await page.getByRole('button', { name: 'Overdue account' }).click()
    await end.click()
    await page.getByRole('status').getByText('Looking for the location…').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page), colorScheme).toEqual([])
    }
    expect(await smallTargets(page)).toEqual([])
    // Left, the visit has not ended, whatever the phone finds: by the app, and by a page that is closed.
    await page.getByRole('link', { name: 'Today' }).click()
    await find()
    await page.getByRole('link', { name: two!.name }).click()
    await end.click()
    await without.waitFor()
    await page.reload()
    expect(await page.getByLabel('Reason').inputValue()).toBe('Overdue account')
    await end.click()
    await without.click()
    await page.getByText('Accepted by the office.').waitFor()
    // One place was asked for at this end; what is found later belongs to nothing.
    expect(await asked()).toBe(1)
    await find()
    await page.getByRole('link', { name: 'Acts' }).click()
    await page.locator('main li').first().waitFor()
    expect(await page.locator('main li').count()).toBe(1)
    await close()
    const kept = await owner.unsafe<object[]>(
      `select array_agg(l.act || ' ' || l.accuracy) as places from public.visits v
       join private.visit_places l on l.visit_id = v.id
       where v.project_id = $1 and v.reason = 'Overdue account' group by v.id, v.begun_at order by v.begun_at desc limit 1`,
      [DEMO_ID],
    )
    expect(kept).toEqual([{ places: ['begin 25'] }])
  },
)
