-- Phones without acts that wait were noted as waiting since their last contact.
update private.device_contacts set waiting_since = null where waiting = 0 and waiting_since is not null;
update private.device_contacts set waiting_since = seen_at where waiting > 0 and waiting_since is null;
