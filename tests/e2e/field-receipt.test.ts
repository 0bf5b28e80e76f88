import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { enterField, openPhone } from '../support/field-phone.ts'
import { postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
const EMAIL = 'agent@demo.test'
let owner: ReturnType<typeof connect>
beforeAll(() => {
  owner = connect(server)
})
afterAll(() => owner?.end())

it('an agent collects cash and a cheque in a few taps and remits them, without a line', async () => {
  const { page, line, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field receipt'))
  await enterField(page, EMAIL)
  await page.getByText('Ready').waitFor()
  await line(false)
  let taps = 0
  const tap = async (role: 'link' | 'button', name: string | RegExp) => {
    taps++
    await page.getByRole(role, { name }).first().click()
  }
  const type = async (label: string, text: string) => {
    taps++
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await tap('link', 'Customers')
  taps++
  await page.locator('main li a').first().click()
  await tap('link', 'Collect')
  await type('Amount', '1,500.00')
  await tap('button', 'Add cheque')
  await type('Amount of part 2', '2000')
  await type('Bank of part 2', 'BDO')
  await type('Cheque no. of part 2', '0012345')
  await type('CR no.', 'FIELD-0001')
  expect(await findings(page)).toEqual([])
  await tap('button', 'Save receipt')
  await page.getByText('Saved on this phone.').waitFor()
  await page.getByText('Provisional: the office has not accepted it.').waitFor()
  // A browser without a share sheet keeps the picture among its downloads.
  const [shared] = await Promise.all([
    page.waitForEvent('download'),
    tap('button', 'Share the receipt'),
  ])
  expect(shared.suggestedFilename()).toBe('Receipt-FIELD-0001.png')
  expect(taps).toBeLessThanOrEqual(15)
  expect(await findings(page)).toEqual([])

  // The money is with the agent before the office knows of it.
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByText('in cash, 2,000.00 in cheques').waitFor()
  await page.getByRole('link', { name: 'Remit' }).click()
  await page.getByText('FIELD-0001').waitFor()
  await page.getByLabel('Pieces of 1,000').fill('1')
  await page.getByText('Cash shortage of').waitFor()
  await page.getByRole('button', { name: 'Sign and hand in' }).click()
  await page.getByText('enter the reason of the variance').waitFor()
  await page.getByLabel('Pieces of 500').fill('1')
  await page.getByText('The count agrees with the receipts.').waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign and hand in' }).click()
  await page.getByText(/Saved on this phone. It is sent once/).waitFor()
  await page.getByRole('link', { name: 'Today' }).click()
  expect(await page.getByText('Still with me').count()).toBe(0)

  await line(true)
  await page.getByRole('link', { name: 'Acts' }).click()
  await page.getByText('At the office').waitFor()
  const parts = await owner.unsafe<object[]>(
    `select c.collection_type, c.amount::text, c.approval_status, c.cheque_no from public.collections c
     where c.project_id = $1 and c.cr_no = 'FIELD-0001' order by c.part_no`,
    [DEMO_ID],
  )
  expect(parts).toEqual([
    { collection_type: 'cash', amount: '1500.00', approval_status: 'pending', cheque_no: null },
    {
      ...{ collection_type: 'cheque', amount: '2000.00', approval_status: 'pending' },
      cheque_no: '0012345',
    },
  ])
  const [act] = await owner.unsafe<object[]>(
    `select state, facts -> 'denominations' as cash from public.field_acts where project_id = $1 and kind = 'remittance'`,
    [DEMO_ID],
  )
  expect(act).toEqual({
    state: 'waiting',
    cash: [
      { value: '1000.00', count: 1 },
      { value: '500.00', count: 1 },
    ],
  })
  await page.getByRole('link', { name: /Receipt FIELD-0001/ }).click()
  await page.getByText('It waits for approval.').waitFor()
  expect(await page.getByText('Provisional').count()).toBe(0)
  await close()
})
