import { expect, it } from 'vitest'
import { challengeImages } from '../kit/challenge-image.ts'
import { challengeImagesPage } from '../kit/challenge-image-page.ts'

it('the manual shows every image that is tried, and what became of it', async () => {
  expect(new Set(challengeImages.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20)
  await expect(challengeImagesPage()).toMatchFileSnapshot('../../docs/organiser/challenge-images.md')
})
