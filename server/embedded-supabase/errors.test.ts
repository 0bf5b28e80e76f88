import { describe, expect, it } from 'vitest'
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

  it('answers 503 when the database is down, starts again or takes too long, and never where it is', () => {
    for (const code of ['57014', '57P01', '57P03', '53300', 'ECONNREFUSED', 'CONNECTION_CLOSED'])
      expect(read(answerable({ code, message: 'm' })).status).toBe(503)
    const cut = { code: 'CONNECT_TIMEOUT', message: 'write CONNECT_TIMEOUT 10.0.0.5:5432' }
    expect(read(answerable(cut)).body).toMatchObject({
      code: '08006',
      message: 'The database does not answer.',
    })
  })

  it('leaves alone what the library answers well, and what is no database error', () => {
    for (const code of ['42501', '22023', '23502', 'PGRST', 'ENOENT', undefined]) {
      const error = { code, message: 'm' }
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
