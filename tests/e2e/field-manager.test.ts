import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { enterField, openPhone } from '../support/field-phone.ts'
import { enterAs } from '../support/screens.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
const EMAIL = 'manager@demo.test'
let owner: ReturnType<typeof connect>

beforeAll(() => {
  if (hasPostgres()) owner = connect(server)
})
afterAll(() => owner?.end())

/** Makes pending bookings of the manager's team over the credit limit of their customers; returns their numbers. */
async function overLimit(): Promise<string[]> {
  await owner.unsafe(
    `update public.customers set credit_line = 0 where project_id = $1 and id in (select b.customer_id from public.bookings b
       join public.memberships m on m.project_id = b.project_id and m.user_id = b.agent_id
       join public.profiles p on p.user_id = m.manager_id
       where b.project_id = $1 and b.stage = 'pending' and p.email = $2)`,
    [DEMO_ID, EMAIL],
  )
  const found = await owner.unsafe<{ so_no: string }[]>(
    `select b.so_no from public.bookings b
     join public.customers c on c.project_id = b.project_id and c.id = b.customer_id and c.approval_status = 'approved'
     join public.memberships m on m.project_id = b.project_id and m.user_id = b.agent_id
     join public.profiles p on p.user_id = m.manager_id
     where b.project_id = $1 and b.stage = 'pending' and p.email = $2 order by b.created_at, b.id`,
    [DEMO_ID, EMAIL],
  )
  return found.map(({ so_no }) => so_no)
}

const setPin = async (page: Awaited<ReturnType<typeof openPhone>>['page'], pin: string) => {
  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Set a PIN' }).click()
  await page.getByLabel('New PIN of 4 to 6 digits').fill(pin)
  await page.getByLabel('New PIN again').fill(pin)
  await page.getByRole('button', { name: 'Save PIN' }).click()
  await page.getByText('The screen is locked when the app opens').waitFor()
}

describe.skipIf(!hasPostgres())('a manager', () => {
  it('sees the team, and approves with the PIN what the office lets them', async () => {
    const numbers = await overLimit()
    expect(numbers.length).toBeGreaterThan(0)
    const { page, line, problems, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field manager'))
    await enterField(page, EMAIL)
    await page.getByText('Jun Mercado').waitFor()
    await page.getByText('Cherry Domingo').waitFor()
    expect(await page.getByText('Rico Salvador').count()).toBe(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page), colorScheme).toEqual([])
    }
    await page.getByRole('link', { name: 'Customers not buying' }).click()
    await page.getByLabel('Show').waitFor()
    expect(await findings(page)).toEqual([])

    await setPin(page, '4711')
    await page.getByRole('navigation').getByRole('link', { name: 'Approvals' }).click()
    const first = page.locator('main li a').first()
    await first.waitFor()
    expect(await findings(page)).toEqual([])
    await first.click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Enter a reason.').waitFor()
    await page.getByLabel('Reason').fill('Pays on Friday')
    await page.getByLabel('Your PIN').fill('1111')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('That is not the PIN.').waitFor()
    await page.getByLabel('Your PIN').fill('4711')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('You have no approval limit').waitFor()
    expect(await page.getByLabel('Reason').inputValue()).toBe('Pays on Friday')
    expect(await findings(page)).toEqual([])
    const so = await page.getByRole('heading', { level: 1 }).innerText()

    // The office sets the limit on its screen.
    const office = await visit()
    await enterAs(office.page, server, 'Owner')
    await office.page.goto('/project/people?q=manager')
    await office.page.getByRole('link', { name: 'Arnel Castillo' }).click()
    await office.page.getByLabel('Approval limit').fill('1,000,000')
    await office.page.getByRole('button', { name: 'Save limit' }).click()
    await office.page.getByText('Approval limit saved.').waitFor()
    await office.close()

    await page.getByLabel('Your PIN').fill('4711')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText(`${so} is approved.`).waitFor()
    const [booking] = await owner.unsafe(
      'select stage, override_reason from public.bookings where project_id = $1 and so_no = $2',
      [DEMO_ID, so],
    )
    expect(booking).toEqual({ stage: 'validated', override_reason: 'Pays on Friday' })

    await line(false)
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByText('Jun Mercado').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Approvals' }).click()
    await page.getByText('Approvals need a connection').waitFor()
    expect(problems.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([])
    await close()
  })

  it('decides once, whatever happens to the answer', async () => {
    const [lost, killed, both] = await overLimit()
    await owner.unsafe(
      'update public.memberships set approval_limit = 1000000 where project_id = $1 and role = $2',
      [DEMO_ID, 'Manager'],
    )
    const phones = [await openPhone(visit), await openPhone(visit)]
    const [{ page }, second] = phones as [(typeof phones)[0], (typeof phones)[0]]
    onTestFailed(() => picture(second.page, 'field approval'))
    for (const each of phones) {
      await enterField(each.page, EMAIL)
      await setPin(each.page, '4711')
    }
    // The list is asked for anew, and the app not opened anew, which would ask for the PIN.
    const list = async (on: Page) => {
      const places = on.getByRole('navigation')
      await places.getByRole('link', { name: 'More' }).click()
      await places.getByRole('link', { name: 'Approvals' }).click()
    }
    const fill = async (on: Page, so: string) => {
      await list(on)
      await on.locator('main li a', { hasText: so }).click()
      await on.getByLabel('Reason').fill(`Pays ${so}`)
      await on.getByLabel('Your PIN').fill('4711')
    }
    const approve = (on: Page) => on.getByRole('button', { name: 'Approve' }).click()
    const APPROVE = '**/field/api/approve'

    await fill(page, lost!)
    const answers: object[] = []
    await page.route(
      APPROVE,
      async (route) => {
        answers.push(await (await route.fetch()).json())
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await approve(page)
    await page.getByText('The office did not answer').waitFor()
    await page.getByLabel('Your PIN').fill('4711')
    const again = page.waitForResponse(APPROVE)
    await approve(page)
    await page.getByText(`${lost} is approved.`).waitFor()
    // The second is the answer of the first.
    expect([await (await again).json()]).toEqual(answers)

    // Two phones approve the same booking: one does, the other is told that it has been changed.
    await fill(page, both!)
    await fill(second.page, both!)
    const said = phones.map((each) => each.page.waitForResponse(APPROVE))
    await Promise.all(phones.map((each) => approve(each.page)))
    const statuses = (await Promise.all(said)).map((answer) => answer.status())
    expect(statuses.sort()).toEqual([200, 409])

    await fill(page, killed!)
    await page.route(APPROVE, async (route) => {
      await route.fetch()
      await page.close()
    })
    const closed = page.waitForEvent('close')
    await approve(page)
    await closed
    const listed = second.page.waitForResponse('**/field/api/approvals')
    await list(second.page)
    await (await listed).finished()
    await second.page.getByText('Asking the office').waitFor({ state: 'detached' })
    expect(await second.page.getByText(killed!).count()).toBe(0)

    const numbers = [lost!, killed!, both!]
    const decided = await owner.unsafe<{ so_no: string; times: number }[]>(
      `select b.so_no, b.stage, b.override_reason, count(a.id)::int as times from public.bookings b
       left join public.audit_log a on a.project_id = b.project_id and a.row_id = b.id and a.table_name = 'bookings' and a.after ->> 'validated_at' is not null
       where b.project_id = $1 and b.so_no = any ($2) group by 1, 2, 3`,
      [DEMO_ID, numbers],
    )
    const once = (so_no: string) => ({
      ...{ so_no, stage: 'validated', override_reason: `Pays ${so_no}`, times: 1 },
    })
    expect(decided).toEqual(expect.arrayContaining(numbers.map(once)))
    for (const each of phones) await each.close()
  })

  it('locks the screen by a PIN, without a line too', async () => {
    const { page, line, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field pin'))
    await page.clock.install()
    await enterField(page, EMAIL)
    await page.getByRole('link', { name: 'More' }).click()
    await page.getByText('It does not encrypt').waitFor()
    await setPin(page, '4711')
    expect(await findings(page)).toEqual([])

    // Nobody touches the phone for a while: what was open stays as it was.
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByLabel('Find by name').fill('store')
    await page.clock.fastForward('05:30')
    await page.getByRole('heading', { name: 'Locked' }).waitFor()
    expect(await page.getByLabel('Find by name').isVisible()).toBe(false)
    expect(await findings(page)).toEqual([])
    const unlock = async (pin: string) => {
      await page.getByLabel('PIN').fill(pin)
      await page.getByRole('button', { name: 'Unlock' }).click()
    }
    await unlock('4711')
    expect(await page.getByLabel('Find by name').inputValue()).toBe('store')

    // At reopening, without a line: five wrong ones, and a wait that is longer each time.
    await line(false)
    await page.reload()
    for (const minutes of ['1 minute', '5 minutes', '15 minutes']) {
      for (let wrong = 0; wrong < 5; wrong++) {
        await unlock('0000')
        await page.getByText(/not the PIN|Wrong too often/).waitFor()
      }
      await page.getByText(`again in ${minutes}`).waitFor()
      await page.clock.fastForward((Number.parseInt(minutes, 10) * 60 + 1) * 1000)
    }
    await unlock('0000')
    await page.getByText('That is not the PIN.').waitFor()

    // With a line the password is asked for, and then the PIN opens again.
    await line(true)
    await page.getByLabel('Password').fill('Not-the-password-1')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('alert').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('navigation', { name: 'Places' }).waitFor()
    await page.reload()
    await unlock('4711')
    await page.getByRole('navigation', { name: 'Places' }).waitFor()
    await close()
  })
})
