-- The first token of each line of rotations, as far as its tokens are still there.
with recursive line as (
  select token_id, token_id as first_id from api_tokens where rotated_from is null
  union all
  select later.token_id, line.first_id from line join api_tokens later on later.rotated_from = line.token_id
)
update api_tokens set first_id = line.first_id from line
where line.token_id = api_tokens.token_id and line.first_id <> api_tokens.token_id;
