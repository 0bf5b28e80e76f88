import { writeFileSync } from 'node:fs'
import { licensePage, licenses } from './licenses/list.ts'

writeFileSync('docs/licenses.md', licensePage(licenses()))
