-- The name of a first administrator for whom nobody has typed another one.
UPDATE users SET first_name = 'Administrator', last_name = '' WHERE first_name = 'First' AND last_name = 'Administrator';
