import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { enterField, openPhone } from '../support/field-phone.ts'
import { enterAs } from '../support/screens.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
const EMAIL = 'collector@demo.test'
let owner: ReturnType<typeof connect>
beforeAll(() => {
  if (hasPostgres()) owner = connect(server)
})
afterAll(() => owner?.end())

/** A customer who is open to the collector, and the number of a receipt that the office has. */
async function find() {
  const [found] = await owner.unsafe<{ customer: string; taken: string }[]>(
    `select c.id as customer, (select min(k.cr_no) from public.collections k where k.project_id = c.project_id) as taken
     from public.customers c join public.profiles p on p.user_id = c.agent_id
     where c.project_id = $1 and p.email = 'agent@demo.test' and c.approval_status = 'approved' order by c.name limit 1`,
    [DEMO_ID],
  )
  return found!
}

it.skipIf(!hasPostgres())(
  'withdraws a refused receipt and the remittance that waits for it, also without a line',
  async () => {
    const { customer, taken } = await find()
    const { page, line, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field withdrawal'))
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    await line(false)
    await page.goto(`/field/customers/${customer}/receipt`)
    await page.getByLabel('Amount', { exact: true }).fill('71.00')
    await page.getByLabel('CR no.').fill(taken)
    await page.getByRole('button', { name: 'Save receipt' }).click()
    await page.getByText('Saved on this phone.').waitFor()
    await page.goto('/field/remittance')
    await page.getByLabel('Reason of the variance').fill('Not counted')
    await page.getByRole('button', { name: 'Sign and hand in' }).click()
    await page.getByText('is accepted.').waitFor()
    // An act that may still be accepted is not withdrawn.
    expect(await page.getByRole('button', { name: 'Withdraw' }).count()).toBe(0)
    await line(true)
    await page.getByRole('link', { name: '1 rejected, Acts' }).click()
    await line(false)

    await page.getByRole('link', { name: /Rejected/ }).click()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Enter the reason.').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByLabel('Reason').fill('Cheque given back')
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('The office does not know it yet').waitFor()
    expect(await page.getByRole('button', { name: 'Share the receipt' }).count()).toBe(0)
    expect(await findings(page)).toEqual([])
    await page.getByRole('link', { name: 'Acts' }).click()
    await page.getByRole('link', { name: /Withdrawn, not sent yet/ }).waitFor()
    await page.getByRole('link', { name: /Remittance/ }).click()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByLabel('Reason').fill('Its receipt is withdrawn')
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Withdrawn: Its receipt').waitFor()

    await line(true)
    await page.getByRole('link', { name: 'Acts' }).click()
    await expect
      .poll(() => page.locator('main li').allInnerTexts())
      .toEqual([
        expect.stringMatching(/Remittance[\s\S]*Withdrawn$/),
        expect.stringMatching(/Receipt[\s\S]*Withdrawn$/),
      ])
    expect(await findings(page)).toEqual([])
    const acts = await owner.unsafe<{ message: string }[]>(
      `select a.answer ->> 'message' as message from public.field_acts a
       where a.project_id = $1 and a.state = 'withdrawn' order by a.received_at desc limit 2`,
      [DEMO_ID],
    )
    expect(acts.map(({ message }) => message).sort()).toEqual([
      'Cheque given back',
      'Its receipt is withdrawn',
    ])
    const receipts = await owner.unsafe(
      'select from public.collections where project_id = $1 and amount = 71',
      [DEMO_ID],
    )
    expect(receipts).toHaveLength(0)

    // The office reads who has withdrawn what, and why; the phone has nothing left that keeps its writer.
    const office = await visit()
    await enterAs(office.page, server, 'Owner')
    await office.page.goto('/control/field?tab=acts&state=withdrawn')
    await office.page.getByRole('cell', { name: 'Cheque given back' }).first().waitFor()
    await office.page
      .getByRole('row', { name: /Cheque given back/ })
      .getByRole('link')
      .first()
      .click()
    await office.page.getByRole('heading', { name: /Receipt no\. \d+/ }).waitFor()
    expect(await findings(office.page)).toEqual([])
    await page.getByRole('link', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('E-mail').waitFor()
    await close()
  },
)
