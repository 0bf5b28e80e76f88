import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { weekdayOf } from '../../app/platform/values/weeks.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { enterField, openPhone } from '../support/field-phone.ts'
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
