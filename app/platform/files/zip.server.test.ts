import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { PackedFile, zip } from './zip.server.ts'

const unpacked = ({ pieces }: PackedFile) =>
  inflateRawSync(Buffer.concat([...pieces, Buffer.from([3, 0])])).toString()

it('packs a file in any order, with the checksum that the whole has', () => {
  const whole = new PackedFile().add('123456789')
  // The value by which implementations of CRC-32 are told to be right.
  expect(whole.checksum).toBe(0xcbf43926)
  const parts = new PackedFile().add('12').append(new PackedFile(0).add('345').add('67')).add('89')
  expect(parts).toMatchObject({ checksum: whole.checksum, size: 9 })
  expect([unpacked(whole), unpacked(parts)]).toEqual(['123456789', '123456789'])
})

it('lists its files where readers look for them', () => {
  const archive = zip(
    new Map([
      ['a.xml', new PackedFile().add('<a/>')],
      ['b/c.xml', new PackedFile().add('ü')],
    ]),
  )
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  expect(archive.readUInt16LE(end + 10)).toBe(2)
  const first = archive.readUInt32LE(end + 16)
  const second = archive.indexOf('PK\x01\x02', first + 4, 'latin1')
  const at = archive.readUInt32LE(second + 42)
  expect(archive.subarray(at, at + 4).toString('latin1')).toBe('PK\x03\x04')
  expect(archive.subarray(at + 30, at + 37).toString()).toBe('b/c.xml')
  expect(archive.readUInt32LE(second + 24)).toBe(2)
})
