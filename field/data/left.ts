import Dexie from 'dexie'
import { unsentActs } from './acts'
import { PersonDatabase } from './copy'
import { documentOf } from './photos'
import type { Act, Photo } from './written'

/** Acts and photographs of a person that are on this phone alone, in one company. */
export interface Left {
  db: PersonDatabase
  company: string
  /** Acts that the office may not have. */
  acts: Act[]
  /** Photographs that the office does not have; `ready` once it has the document that they belong to. */
  photos: (Photo & { ready: boolean })[]
}

/** Databases that are open, so that one of another company is not opened at each look. */
const opened = new Map<string, PersonDatabase>()

function open(person: string, company: string): PersonDatabase {
  const name = `${person} ${company}`
  const known = opened.get(name) ?? new PersonDatabase(person, company)
  opened.set(name, known)
  return known
}

/** Returns what a person has on this phone alone, in each company in which they worked here. */
export async function leftOf(person: string): Promise<Left[]> {
  const prefix = `kalakal-${person}-`
  const names = await Dexie.getDatabaseNames()
  const companies = names.flatMap((name) =>
    name.startsWith(prefix) ? name.slice(prefix.length) : [],
  )
  const found = await Promise.all(companies.map((company) => leftIn(person, company)))
  return found.filter(({ acts, photos }) => acts.length > 0 || photos.length > 0)
}

async function leftIn(person: string, company: string): Promise<Left> {
  const db = open(person, company)
  const [acts, waiting] = await Promise.all([
    unsentActs(db),
    db.photos.where('state').equals('waiting').toArray(),
  ])
  const photos = await Promise.all(
    waiting.map(async (photo) => ({ ...photo, ready: Boolean(await documentOf(db, photo)) })),
  )
  return { db, company, acts, photos }
}
