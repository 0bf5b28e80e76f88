import { describe, expect, it } from 'vitest'
import { threadReader } from '../../../server/read-on-thread'
import { readSentSheet } from './sheet-messages'

describe('a sheet that takes its reader too long', () => {
  /** Each quotation mark looks again for the end of the spaces at the end of the line. */
  const SLOW = `"${'x" '.repeat(400_000)}${' '.repeat(800_000)},`

  it('ends its thread and is refused; those beside it are read meanwhile', async () => {
    const readOnThread = threadReader({ ms: 8000, atOnce: 2, waiting: 1 })
    const beside = { readOnThread }
    const slow = readSentSheet(beside, { pasted: SLOW }).catch((error: Error) => error.message)
    const quick = readSentSheet(beside, { pasted: 'Code,Name\n1,Soap' })
    const waits = readSentSheet(beside, { carried: 'Code\tName\n2\tRice' })
    const fourth = readSentSheet(beside, { pasted: 'Code,Name\n3,Salt' })
    await expect(fourth).rejects.toThrow('Other sheets are being read')
    expect((await quick).grid).toEqual([
      ['Code', 'Name'],
      ['1', 'Soap'],
    ])
    expect((await waits).grid).toEqual([
      ['Code', 'Name'],
      ['2', 'Rice'],
    ])
    expect(await slow).toContain('takes too long')
    const after = await readSentSheet(beside, { pasted: 'Code\n4' })
    expect(after.grid).toEqual([['Code'], ['4']])
  })

  it('ends it too when it takes too much memory', async () => {
    const memory = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 }
    const readOnThread = threadReader({ memory })
    const pasted = 'Code,Name\n1,Soap\n'.repeat(200_000)
    await expect(readSentSheet({ readOnThread }, { pasted })).rejects.toThrow('too much memory')
  })

  it('says what is wrong with it, as where no thread is', async () => {
    const readOnThread = threadReader()
    const file = Buffer.from('PK\x03\x04, and no more')
    await expect(readSentSheet({ readOnThread }, { file, name: 'a.xlsx' })).rejects.toThrow(
      'cannot be read',
    )
  })
})
