import { bothPlaces } from '../../support/api/api-world.ts'
import { describeTwelveChanges } from '../../support/evolution/twelve-changes.ts'

for (const place of bothPlaces) describeTwelveChanges(place, 10_000)
