import { describe, expect, it } from 'vitest'
import { callContext } from '../database/call-context.ts'
import { answerable } from './errors.ts'
import { preservePgErrors } from './lite-internals.ts'

const read = (error: unknown) => {
  const { code, message, detail } = error as { code: string; message: string; detail: string }
  return { code, body: JSON.parse(message), status: JSON.parse(detail).status }
}

describe('answerable', () => {
  it('keeps code, hint and details of a refusal', () => {
    const refusal = { code: 'P0001', message: 'Not enough.', detail: 'lines[0]', hint: 'stock' }
    expect(read(answerable(refusal))).toEqual({
      code: 'PGRST',
      status: 400,
      body: { code: 'P0001', message: 'Not enough.', details: 'lines[0]', hint: 'stock' },
    })
  })

  it('answers with the status that PostgREST has', () => {
    const status = (code: string) => read(answerable({ code, message: 'm' })).status
    expect(['23505', '23514', '40001', '40P01', 'P0002'].map(status)).toEqual([
      409, 400, 500, 500, 404,
    ])
  })

  it('takes for bad input what drivers and library throw without asking the database', () => {
    const status = (message: string, code?: string) => {
      const { body, status } = read(answerable(Object.assign(new Error(message), { code })))
      return [status, body.code]
    }
    expect(status('Invalid input for boolean type')).toEqual([400, '22P02'])
    expect(status('The "string" argument must be of type string.', 'ERR_INVALID_ARG_TYPE')).toEqual(
      [400, '22P02'],
    )
    expect(status('Invalid time value')).toEqual([400, '22P02'])
    expect(status('Missing closing quote at position 1')).toEqual([400, 'PGRST100'])
  })

  it('answers 503 when the database is down, starts again or is locked, and never where it is', () => {
    for (const code of ['55P03', '57P01', '57P03', '53300', 'ECONNREFUSED', 'CONNECTION_CLOSED'])
      expect(read(answerable({ code, message: 'm' })).status).toBe(503)
    const cut = { code: 'CONNECT_TIMEOUT', message: 'write CONNECT_TIMEOUT 10.0.0.5:5432' }
    expect(read(answerable(cut)).body).toMatchObject({
      code: '08006',
      message: 'The database does not respond.',
    })
  })

  it('answers 504 when a statement took longer than it may', () => {
    expect(read(answerable({ code: '57014', message: 'm' })).status).toBe(504)
  })

  it('tells a field app which slow request it may send again', () => {
    const context = { external: true, ranged: false, signal: new AbortController().signal }
    const said = (writes: boolean) =>
      callContext.run({ ...context, writes }, () => {
        const { status, body } = read(answerable({ code: '57014', message: 'm' }))
        return [status, body.hint, body.message]
      })
    expect(said(false)).toEqual([400, 'too_slow', expect.stringContaining('Request less')])
    expect(said(true)).toEqual([503, 'too_slow', expect.stringContaining('nothing was saved')])
  })

  it('says of a value that PostgreSQL refuses what functions say of theirs', () => {
    const said = (error: object) => {
      const { body } = read(answerable({ message: 'm', ...error }))
      return [body.code, body.hint, body.details]
    }
    const call = 'select * from public.f(p_project := $1::uuid, p_date := $2::date) as "f"'
    const at = (number: number) => `unnamed portal parameter $${number} = '...'`
    expect(said({ code: '22008', where: at(2), query: call })).toEqual(['22008', 'invalid', 'date'])
    expect(said({ code: '22P02', where: at(1), query: call })).toEqual([
      '22P02',
      'invalid',
      'project',
    ])
    const insert = 'insert into "public"."t" ("a", "b") values ($1, $2) returning *'
    expect(said({ code: '22003', where: at(2), query: insert })).toEqual(['22003', 'invalid', 'b'])
    const update = 'update "public"."t" set "a" = $1, "b" = $2 where "id" = $3'
    expect(said({ code: '22007', where: at(2), query: update })).toEqual(['22007', 'invalid', 'b'])
    const overflow =
      'A field with precision 14, scale 2 must round to an absolute value less than 10^12.'
    expect(
      said({ code: '22003', detail: overflow, query: update, params: ['1', '1e30', 'x'] }),
    ).toEqual(['22003', 'invalid', 'b'])
    expect(said({ code: '22021' })).toEqual(['22021', 'invalid', null])
    expect(
      said({ code: '23514', table: 'products', constraint: 'products_def_cost_bounded' }),
    ).toEqual(['23514', 'invalid', 'def_cost'])
    expect(said({ code: '23514', table_name: 'a_b', constraint_name: 'a_b_c_d_check1' })).toEqual([
      '23514',
      'invalid',
      'c_d',
    ])
    expect(said({ code: '23502', column: 'fname' })).toEqual(['23502', 'invalid', 'fname'])
    const key = (columns: string) => `Key (${columns})=(x) already exists.`
    const twice = (columns: string) => said({ code: '23505', detail: key(columns) })
    expect(twice('project_id, lower(material_code)')).toEqual([
      '23505',
      'duplicate',
      'material_code',
    ])
    expect(twice("project_id, lower(fname), COALESCE(account_no, ''::text)")[2]).toBe('account_no')
    expect(said({ code: '23505', table: 't', constraint: 't_cr_no_key' })[2]).toBe('cr_no')
    const missing = 'Key (project_id, bank_id)=(a, b) is not present in table "banks".'
    expect(said({ code: '23503', detail: missing })).toEqual(['23503', 'invalid', 'bank_id'])
  })

  it('leaves alone what the library answers well, and what is no database error', () => {
    for (const code of ['42501', '22023', 'PGRST', 'ENOENT', undefined]) {
      const error = { code, message: 'm', hint: code === '22023' ? 'invalid' : undefined }
      expect(answerable(error)).toBe(error)
    }
  })
})

describe('preservePgErrors', () => {
  it('works on what the connection itself makes of an error', () => {
    const connection = { normalizeDbError: () => ({ code: 'P0001', message: 'm' }) }
    preservePgErrors(connection, answerable)
    expect(read(connection.normalizeDbError()).body.code).toBe('P0001')
  })
})
