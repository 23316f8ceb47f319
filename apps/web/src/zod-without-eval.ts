import { config } from 'zod'

// The page's policy forbids `new Function`; this must run before the contract builds its first schema.
config({ jitless: true })
