import { describe, expect, it } from 'vitest'
import type { Db } from '../request/context.ts'
import { allRows, explain, row, rows, runCommand } from './command.server.ts'

const failure = (code: string, message = 'm', hint = '', details = '') => ({
  code,
  message,
  hint,
  details,
})

function fakeDb(...answers: { data?: unknown; error?: unknown }[]) {
  const idempotencyKeys: unknown[] = []
  const rpc = async (_name: string, args: { p_idempotency_key: string }) => {
    idempotencyKeys.push(args.p_idempotency_key)
    return { data: null, error: null, ...answers[idempotencyKeys.length - 1] }
  }
  return { db: { rpc } as unknown as Db, idempotencyKeys }
}

const purchase = { p_project: 'a', p_idempotency_key: 'key-1', p_purchase: {} }

describe('allRows', () => {
  it('asks again until an answer is not full', async () => {
    const table = Array.from({ length: 2000 }, (_, at) => at)
    const asked: number[][] = []
    const range = async (from: number, to: number) => {
      asked.push([from, to])
      return { data: table.slice(from, to + 1), error: null }
    }
    expect(await allRows({ range })).toEqual(table)
    expect(asked).toEqual([
      [0, 999],
      [1000, 1999],
      [2000, 2999],
    ])
  })

  it('throws when a later answer fails', async () => {
    const range = async (from: number) =>
      from === 0
        ? { data: Array.from({ length: 1000 }, () => 0), error: null }
        : { data: null, error: failure('XX000', 'broken') }
    await expect(allRows({ range })).rejects.toThrow()
  })
})

describe('runCommand', () => {
  it('tries again after a serialization failure, with the same key', async () => {
    const { db, idempotencyKeys } = fakeDb(
      { error: failure('40001') },
      { error: failure('40P01') },
      { data: 7 },
    )
    const result = await runCommand(db, 'create_purchase', purchase)
    expect(result).toEqual({ ok: true, data: 7 })
    expect(idempotencyKeys).toEqual(['key-1', 'key-1', 'key-1'])
  })

  it('gives up after five attempts with a conflict', async () => {
    const { db, idempotencyKeys } = fakeDb(...Array(9).fill({ error: failure('40001') }))
    const result = await runCommand(db, 'create_purchase', purchase)
    expect(result).toMatchObject({ ok: false, error: { status: 409 } })
    expect(idempotencyKeys).toHaveLength(5)
  })

  it('does not compile with other arguments than those of the SQL function', async () => {
    const { db } = fakeDb({ data: { id: 'v', version: 1, voucher_no: 7, total: '5.00' } })
    const seen = { p_project: 'a', p_idempotency_key: 'key-1', p_voucher: 'v', p_version: 1 }
    const calls = [
      // @ts-expect-error no such function
      () => runCommand(db, 'approve_vouchers', seen),
      // @ts-expect-error a function that reads
      () => runCommand(db, 'audit_totals', { p_project: 'a' }),
      // @ts-expect-error a missing argument
      () => runCommand(db, 'cancel_voucher', seen),
      // @ts-expect-error an unknown argument
      () => runCommand(db, 'approve_voucher', { ...seen, p_reason: 'late' }),
      // @ts-expect-error a value of another type
      () => runCommand(db, 'approve_voucher', { ...seen, p_version: '1' }),
      // @ts-expect-error null where the function needs a value
      () => runCommand(db, 'approve_voucher', { ...seen, p_voucher: null }),
      () => runCommand(db, 'release_voucher', { ...seen, p_releaser: 'r', p_date: null }),
    ]
    expect(calls).toHaveLength(7)
    const result = await runCommand(db, 'update_voucher', { ...seen, p_details: { lines: [] } })
    if (result.ok) {
      expect(result.data.voucher_no).toBe(7)
      // @ts-expect-error the function answers with no such field
      expect(result.data.so_no).toBeUndefined()
    }
    expect.assertions(3)
  })
})

describe('explain', () => {
  it('keeps the sentence, the code and the field of a refusal', () => {
    expect(
      explain(failure('P0001', 'Only 3 pc left.', 'insufficient_stock', 'lines[0].quantity')),
    ).toEqual({
      status: 422,
      code: 'insufficient_stock',
      message: 'Only 3 pc left.',
      field: 'lines[0].quantity',
    })
    expect(explain(failure('P0001', 'Changed.', 'stale_version')).status).toBe(409)
  })

  it('never shows what SQL says about constraints', () => {
    const shown = [
      explain(
        failure('23505', 'duplicate key value violates unique constraint "collections_cr_no"'),
      ),
      explain(failure('23514', 'new row violates check constraint "x"')),
      explain(failure('42501', 'permission denied for table x')),
    ]
    expect(JSON.stringify(shown)).not.toMatch(/constraint|table/)
    expect(shown[0]).toMatchObject({ field: 'cr_no', message: 'This CR number is already used.' })
  })

  it('tells a database that is not there from one that ended the statement, and from a lock', () => {
    const said = (code: string) => {
      const { status, code: kind } = explain(failure(code))
      return [status, kind]
    }
    for (const code of [
      '',
      '08006',
      '53300',
      '57P01',
      'PGRST000',
      'PGRST001',
      'PGRST002',
      'PGRST003',
    ])
      expect([code, ...said(code)]).toEqual([code, 503, 'unreachable'])
    expect(said('57014')).toEqual([504, 'too_slow'])
    expect(said('55P03')).toEqual([503, 'locked'])
    expect(explain(failure('57014')).message).toContain('nothing was saved')
  })

  it('throws what nobody can repair in a form', () => {
    expect(() => explain(failure('XX000'))).toThrow()
  })
})

describe('reads', () => {
  it('fail loudly instead of looking empty', () => {
    expect(() => rows({ data: null, error: failure('57014') })).toThrow()
    expect(rows({ data: [1], error: null })).toEqual([1])
  })

  it.each([
    ['08006', 503],
    ['PGRST003', 503],
    ['55P03', 503],
    ['57014', 504],
    ['42501', 403],
  ])('answer %s with the page %i', (code, status) => {
    expect(() => rows({ data: null, error: failure(code) })).toThrow(
      expect.objectContaining({ status }),
    )
  })

  it('answer 404 for a row that is not there', () => {
    try {
      row({ data: null, error: null })
      expect.unreachable()
    } catch (thrown) {
      expect((thrown as Response).status).toBe(404)
    }
  })
})
