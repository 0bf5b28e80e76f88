import { PGlite } from '@electric-sql/pglite'
import { expect, it, vi } from 'vitest'
import { serializeTransactions } from './one-connection.ts'

it('sends an object as the text that it is, and tells when a transaction cannot be ended', async () => {
  const driver = await PGlite.create('memory://')
  // A copy starts faster than an empty one.
  const loadDataDir = await driver.dumpDataDir('none')
  await driver.exec('create table public.t (words text[], said jsonb)')
  const unkept = driver.query.bind(driver)
  const lost = vi.fn()
  serializeTransactions(driver, lost)

  await driver.query('BEGIN')
  const insert = 'insert into public.t (words, said) values ($1, $2)'
  for (const words of [{ a: 1 }, 7]) {
    await expect(driver.query(insert, [words, null])).rejects.toThrow('malformed array literal')
    await driver.query('ROLLBACK')
  }
  await driver.query(insert, [['a'], { a: 1 }])
  expect((await driver.query('select * from public.t')).rows).toEqual([
    { words: ['a'], said: { a: 1 } },
  ])
  expect(lost).not.toHaveBeenCalled()

  // A simulated driver defect leaves half a message behind.
  await driver.query('BEGIN')
  const serializers = { 1009: (value: unknown) => value as string }
  await expect(unkept(insert, [{ a: 1 }, null], { serializers })).rejects.toThrow()
  await expect(driver.query('ROLLBACK')).rejects.toThrow()
  expect(lost).toHaveBeenCalled()
  await driver.close()
  // The half message goes out with the next one of this process and is refused with it; then all of it is gone.
  await expect(PGlite.create({ loadDataDir })).rejects.toThrow('invalid message format')
  await (await PGlite.create({ loadDataDir })).close()
})
