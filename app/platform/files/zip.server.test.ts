import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { deflated, ownCrc32, zip } from './zip.server.ts'

it('packs files that come in pieces, each with its checksum and its name', () => {
  const archive = zip(
    new Map([
      ['a.xml', ['12345', '67', '89'].map((text) => deflated(Buffer.from(text)))],
      ['b/ç.xml', [deflated(Buffer.from('ü'.repeat(100_000)))]],
      ['empty.xml', [deflated(Buffer.alloc(0))]],
    ]),
  )
  const files = Object.entries(unzipSync(archive)).map(([path, content]) => [
    path,
    Buffer.from(content).toString(),
  ])
  expect(files).toEqual([
    ['a.xml', '123456789'],
    ['b/ç.xml', 'ü'.repeat(100_000)],
    ['empty.xml', ''],
  ])
  expect(archive.length).toBeLessThan(2000)
  // The value by which implementations of CRC-32 are told to be right, in the archive's directory.
  expect(archive.readUInt32LE(archive.indexOf('PK\x01\x02', 0, 'latin1') + 16)).toBe(0xcbf43926)
  expect(ownCrc32(Buffer.from('123456789'))).toBe(0xcbf43926)
})
