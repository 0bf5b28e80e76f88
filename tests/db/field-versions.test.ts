import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import type { Db } from '../../app/platform/request/context.ts'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { actForm } from '../../server/field/act.ts'
import { fieldFixture } from '../support/field.ts'
import { fieldActs } from '../support/field-acts.ts'
import { actsOf, FORMATS } from '../support/field-formats.ts'

/** The office takes the acts of the two versions of the app before its own, as they were written then. */
const fixture = fieldFixture()
const { withPhone, send } = fieldActs(fixture)

let phone: Db
let customer: string
beforeAll(async () => {
  phone = await withPhone('agent')
  customer = await fixture.customer('Store of old apps')
})

it.each(Object.keys(FORMATS))('takes every kind of act of %s', async (version) => {
  const { id: delivered } = await fixture.sold(customer, true)
  const keys = FORMATS[version]!({ customer, delivered, product: '', day: '' }).map(() =>
    randomUUID(),
  )
  const about = {
    customer,
    delivered,
    product: fixture.line().product_id,
    day: addDays(today('Asia/Manila'), -1),
  }
  for (const act of actsOf(version, about, (place) => keys[place]!)) {
    // The web server lets it through as it is.
    const sent = actForm.parse({ project: fixture.project, act }).act
    expect(sent).toEqual(act)
    const answer = await send(phone, sent)
    expect([sent.kind, answer]).toEqual([
      sent.kind,
      expect.objectContaining({ state: sent.kind === 'remittance' ? 'waiting' : 'accepted' }),
    ])
  }
})

it('knows the formats of the two released versions before this one', () => {
  const released = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)]
    .map(([, version = '']) => version)
    .filter((version) => version.localeCompare('2.0.0', 'en', { numeric: true }) >= 0)
  expect(Object.keys(FORMATS)).toEqual(expect.arrayContaining(released.slice(0, 2)))
})

it('refuses a kind that it does not know, and says what to do', async () => {
  const [first] = actsOf('2.0.0', { customer, delivered: '', product: '', day: '' }, () =>
    randomUUID(),
  )
  expect(await send(phone, { ...first, kind: 'dance' })).toMatchObject({
    state: 'refused',
    refusal: { field: 'kind', message: expect.stringContaining('reload the app') },
  })
})
