/** Failures of work on pets, by code. */
export const petTexts = {
  pet_job_gone:
    'This job is unknown or has expired. Read the list of pets to see what became of it; nothing is repeated or paid again by itself',
  pet_busy: 'This pet is being worked on; please wait until that has ended',
  pet_jobs_full: '{count} pet jobs are at work already; please wait until one has ended',
  pets_full: 'There are {count} pets already; delete one first',
  pet_nothing_sent: 'Send a photo as "file", or say in customPrompt what to draw',
  pet_pixel_still: 'A pixel pet has no motion; use face',
  pet_not_copy: '{state} is a new image, not a copy for editing; approve or replace it',
  pet_master_first: 'Confirm the master first: this expression belongs to a master that is not public yet',
  pet_candidate_waits: 'An image of {state} already waits for review; decide on it first',
  pet_changed: 'The pet has changed meanwhile; refresh the page and look again',
  pet_master_changed: 'The master has changed meanwhile; refresh the page and look again',
  pet_no_candidate: 'No image of {state} waits for review; refresh the page and look again',
  pet_candidate_changed: 'The image of {state} has changed meanwhile; refresh the page and look again',
  pet_unpublished: 'No image of {state} is published; refresh the page and look again',
  pet_published_changed:
    'The published image of {state} has changed meanwhile; refresh the page and look again',
  pet_sent_gone: 'What was sent is no longer there; send it again',
  pet_image_gone: 'The image is no longer in the attachment store of the site',
  pet_store_late: 'The attachment store of the site did not answer in time',
  pet_mask_size:
    'The mask is made for {width} x {height} pixels, the image has {ownWidth} x {ownHeight}; refresh the page',
  pet_mask_picture:
    'The mask is made for {width} x {height} pixels, the picture has {ownWidth} x {ownHeight}; refresh',
  photo_large: 'The photo must not exceed 5 MB',
  file_large: 'file must not be larger than {size} MB',
  picture_blank: 'The picture shows nothing',
  picture_damaged: 'The picture is damaged or incomplete',
  picture_kind: 'The picture must be a JPEG, PNG or WebP',
  picture_large: 'The picture must not have more than {count} pixels',
  picture_animated: 'The picture must not be animated',
  image_bytes: 'An image may have at most {bytes} bytes',
  image_not_stored: 'The image could not be stored',
  image_unreadable: 'The image could not be read',
  policy_unknown: 'policyId names no storage policy of the site',
} as const;
