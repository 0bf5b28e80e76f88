import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { join, makePeople, type People } from './people.ts'

/** Two companies with people of every role, and people without access. */
export interface Fixture extends People {
  db: TestDatabase
  newIdempotencyKey(): string
  /** A former Agent of project A who does its expenses now and still has rows; only a filled fixture has one. */
  moved?: string
  /** Adds another active Agent to a project. */
  addAgent(project: 'a' | 'b', name?: string): Promise<string>
}

function around(db: TestDatabase, people: People): Fixture {
  return {
    ...people,
    role: { ...people.role },
    db,
    newIdempotencyKey: () => randomUUID(),
    addAgent: (project, name = `Agent ${randomUUID().slice(0, 8)}`) =>
      join(db, people.admin, name, 'Agent', [people[project]]),
  }
}

/**
 * Opens the fixture of a test file and checks the invariants when the file is done: they must hold
 * whatever a test did.
 */
export function testFixture(): Fixture {
  const fixture = {} as Fixture
  beforeAll(async () => {
    const db = await openTestDatabase()
    Object.assign(fixture, around(db, inject('people') ?? (await makePeople(db))))
  }, 120_000)
  afterAll(async () => {
    if (!fixture.db) return
    try {
      expect(await brokenInvariants(fixture.db)).toEqual([])
    } finally {
      await fixture.db.close()
    }
  }, 60_000)
  return fixture
}

/** Offending rows of the product's own checks (/verify-books), in every project; empty when the books are right. */
export async function brokenInvariants(db: TestDatabase): Promise<Record<string, unknown>[]> {
  return db.sql(
    'select check_key, label, stored, expected from private.book_check_violations((select array_agg(id) from public.projects)) limit 20',
  )
}
