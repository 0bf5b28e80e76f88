import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { demoCompany } from '../support/demo.ts'
import { pageReader } from '../support/page-reader.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const company = demoCompany(server)
const { as, page } = pageReader(server)
const tag = randomUUID().slice(0, 6).toUpperCase()
const FINANCE = 'finance-admin'

/** The addresses of two slips of one account, with cash. */
let slips: string[]

beforeAll(async () => {
  const [bank] = rows(
    await company.db().from('banks').select('id').eq('project_id', DEMO_ID).limit(1),
  )
  const customer_id = await company.customer()
  const deposit = async (slip_no: string) => {
    const received = await company.runCommand('record_collection', {
      p_collection: {
        ...{ customer_id, cr_no: `CR-${randomUUID()}` },
        ...{ collection_type: 'cash', amount: '5.00' },
      },
    })
    await company.runCommand('approve_collection', {
      p_collection: received.id,
      p_version: received.version,
    })
    const slip = await company.runCommand('deposit_cheque', {
      p_deposit: { bank_id: bank!.id, slip_no, cash: '5.00' },
    })
    return paths.treasury.deposit(slip.id)
  }
  slips = [await deposit(`DS-${tag}-1`), await deposit(`DS-${tag}-2`)]
})

describe('the number of a deposit slip', () => {
  it('is corrected on its page, unless another slip has it', async () => {
    const address = slips[1]!
    const send = async (fields: Record<string, string>) =>
      (await as(FINANCE)).post(address, {
        ...{ project: DEMO_ID, idempotencyKey: randomUUID(), intent: 'renumber', version: '1' },
        ...fields,
      })
    const taken = await send({ slip_no: `ds ${tag} 1`, reason: 'Typed wrong' })
    expect(taken.status).toBe(422)
    const html = await taken.text()
    expect(html).toContain(`Slip ds ${tag} 1 of this account is already used.`)
    expect(html).toContain(`value="ds ${tag} 1"`)
    expect(await (await send({ slip_no: '--', reason: 'x' })).text()).toContain(
      'Enter at least one letter or digit.',
    )
    expect((await send({ slip_no: `DS-${tag}-3`, reason: 'Typed wrong' })).status).toBe(302)
    // A reader of the trail sees the former number and the reason.
    const after = (await page(address, 'owner')).html
    expect(after).toContain(`Slip DS-${tag}-3`)
    expect(after).toContain(`DS-${tag}-2`)
    expect(after).toContain('Typed wrong')
  })
})
