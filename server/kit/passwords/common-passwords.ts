/** The most common passwords, in lower case: words, names, keyboard rows and digit sequences that attackers try first. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
!@#$%^&* !@#$%^&*() !qaz2wsx !qaz@wsx 000000 00000000 0000000000 00000001 0000001 00112233 01010101 01020304 01234567 0123456789 02020202 08080808
09090909 0987654321 0okmnji9 100100 100200300 101010 10101010 102030 10203040 1020304050 11001100 111111 1111111 11111111 111111111 1111111111
11111112 11112222 111222 111222333 111222333444 112233 11223344 1122334455 112233445566 11235813 121212 12121212 123123 12312312 123123123 1231231234
123321 12341234 12344321 123454321 1234554321 123456 123456123 123456123456 123456654321 1234567 12345670 12345678 123456780 123456789 1234567890
12345678900 12345678910 1234567899 123456789a 123456789abc 123456789q 12345678a 12345678q 12345679 123456a 123456aa 123456ab 123456abc 123456q
123456qwe 123456qwerty 12345a 12345qwer 12345qwert 1234qwer 1234qwerty 123654 123654789 123789 123789456 123abc 123abc123 123asd123 123qwe 123qwe123
123qwe456 123qweasd 12qw34er 12qwaszx 131313 13131313 1314520 13145200 1314520520 1314521 13579 135790 1357924680 142536 142536789 147147147 147258
147258369 147852 147852369 14789632 147896325 159159 159357 159753 159951 168168 168168168 16888888 18881888 19851985 19861986 19871987 19881988
19891989 19901990 19911991 19921992 19951995 1a2b3c4d 1a2s3d4f 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx 1qazxsw2
1qwertyu 1z2x3c4v 200000 20002000 20082008 20102010 202020 20202020 212121 222222 22222222 222333 232323 24242424 246810 24681012 2468101214 252525
25802580 2580258025 258258258 258369 258456 27182818 31415926 314159265 321321 321321321 333333 33333333 333444 36363636 369369369 40404040 444444
44444444 456123789 456456 456789 45678910 4815162342 50505050 51505150 5201314 520131400 52013145 520520 52052052 5211314 521521 54545454 555555
55555555 55667788 565656 56789012 584520 5845201314 654321 65432100 666666 66666666 66668888 67896789 696969 69696969 70707070 74107410 741852
741852963 748159263 7654321 7758258 7758521 777777 7777777 77777777 7777788888 78787878 789456 789456123 7895123 80808080 8675309 87654321 87878787
88776655 88886666 888888 88888888 90210 90909090 963852741 987456321 98765432 987654321 9876543210 998877 99887766 999999 99999999 9999999999 a11111
a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4 a1s2d3f4 a5201314 aa123456 aa12345678 aa@123456 aaa111 aaa123456 aaaaaa abc123 abc123!@#
abc12345 abc123456 abc123456789 abc@1234 abcabc abcd1234 abcd12345 abcd123456 abcd@1234 abcde12345 abcdef abcdefg abcdefg1 abcdefg123 abcdefgh
abcdefgh1 abcdefghi abcdefghij abcdefghijk access acdc acdc1234 achilles admin admin!@# admin#123 admin123 admin1234 admin2020 admin2021 admin2022
admin2023 admin2024 admin2025 admin888 admin@123 adminadmin administrator administrator1 africa aini1314 alexander alexandra alexis alibaba amanda
amazing america andrea andrew angel angela angelina angels anna anthony anything apache apollo apple argentina arsenal as123456 asd123 asd123456 asdf
asdf1234 asdfasdf asdfgh asdfgh123 asdfghjk asdfghjkl asdfghjkl1 asdfghjkl123 asdfzxcv ashley asshole assistant assistant1 athena austin australia
autumn autumn2023 autumn2024 awesome azerty azerty123 azertyuiop babyboy babygirl backup backup123 baidu bailey banana bandit barbara barcelona barney
baseball baseball1 basketball batman bayern bayern1 bear beatles beautiful beijing beijing2008 believe benjamin berlin besiktas bigboss bigdaddy
bigdog bitch bitcoin blahblah blessed blessing blink182 blog123 blogger bonjour boomer boss boston brandon brasil brasil123 brazil brian broncos buddy
bugsbunny bullshit bunny business buster butterfly cadillac california camaro camaro1 camille canada carlos cash cashmoney celtic change changeme
changeme123 charles charlie charlie1 chatbot cheese cheetah chelsea chen123456 cherry chicago china china123 chinese chocolat chocolate chouchou chris
christ christian christine christopher church ciaociao cisco claudia coco coffee colombia company company1 company123 computer computer1 contrasena
contraseña cookie cookies corinthians corvette corvette1 cougar counter counterstrike cowboy cowboys cowgirl creative cristina crypto daisy dakota
dallas dancer daniel danielle darling database database1 david debian december default delhi demo demo123 demo1234 denver derek deutschland diablo
diamond diana dickhead django docent docent123 docker doctor doggie dollar dolphin dolphins donald doraemon dortmund dota doudou douglas dragon
dragon1 dreamer dreams drupal ducati dumbledore eagle eagles edcrfvtgb eduardo edward egypt elizabeth emily eminem england enterprise eric estrella
everton facebook faith falcon family fantastic february fenerbahce fernando ferrari ficken flamengo florida flower flowers football football1 forever
fortnite francis frank freedom friday friends frodo fuckme fuckoff fuckyou fuckyou1 fussball futbol gabriel gabriela galatasaray galaxy gamer gamer123
gaming gandalf garfield geheim george ghost ginger glory gmail google gorgeous gospel grace greenday gregory guangzhou guest guest123 guinness guitar
guitar1 gundam gunner gustavo hacked hacker hallo hallo123 halo hamburg hammer hangzhou hannah happy harley harrypotter haslo haslo123 hawaii hawk
heather heaven hello hello123 hemligt henry hercules hobbit hockey hogwarts honda honey hongkong hope horse hotmail houston hunter hurricane
ichliebedich ilovejesus iloveme iloveyou iloveyou1 iloveyou2 imagine india india@123 internet internet1 iphone ironman isabella istanbul jackson jacob
jaguar james january japan jasmine jasper java javascript jedi jeep jeffrey jennifer jeremy jessica jesus jesuschrist jetaime johnny jonathan joomla
jordan jordan23 joseph joshua julian jupiter justin justine juventus juventus1 karen katherine katie kawasaki kevin killer kimberly kitten kitty
knight korea kristina kubernetes lakers laravel lasvegas laura lauren leagueoflegends ledzeppelin lemon leonardo leopard letmein letmein1 li123456
lightning lindsay linkedin linux lion liu123456 liverpool lkjhgfds lkjhgfdsa login london losenord louise loulou love123 love1314 love520 lovely
loverboy loverman lovers loveyou lozinka lucas lucky lucy madison madrid maggie magic magical manager manchester marcus margaret maria marie marina
marina1 mario mario123 mariposa mark marseille martin mason master master1 matrix matthew max maxwell melbourne melissa mercedes mercury messi
metallica mexico michael michael1 michelle michelle1 mickey microsoft midnight miguel milano million mima123 mima123456 minecraft minnie miranda
mnbvcxz mnbvcxz1 molly monday money money123 mongodb monica monkey monkey1 moonlight mordor morgan morpheus moscow motdepasse mudvayne mumbai munich
music musica mustang myblog mypass mypassword mysecret mysql mystery napoli naruto nascar natalie natasha natasha1 nathan neo neptune network
newcastle newpassword newyork nginx nicholas nicolas nicole ninja nintendo nirvana nissan nobody nodejs nopassword nothing november october office
office123 oldpassword oliver olivia oracle orange oreo overwatch p@55w0rd p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 p@ssword123 pa55word
packers palmeiras pamela panther paris parol pass pass123 pass1234 pass@123 pass@word pass@word1 passw0rd passw0rd! passw0rd1 passwd password
password! password. password0 password00 password01 password1 password11 password12 password123 password123! password1234 password12345 password2
password2020 password2021 password2022 password2023 password2024 password2025 password3 password69 password7 password99 password? password@1
password@123 passwort passwort1 passwort123 patricia patrick patriots paul peanut pebbles pepper perfect peter philip phoenix pikachu pinkfloyd pirate
playboy player player1 playstation plokijuh pluto poiuytre poiuytrewq pokemon polska pony pooh porsche postgres praise prayer princesa princess
princess1 private private1 privet public pumpkin puppy pussy python q123456 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazqazqaz qazwsx qazwsx1 qazwsx12
qazwsx123 qazwsxedc qazxswedc qq123123 qq123456 qq1234567 qwaszx qwe123 qwe123456 qweasd qweasdzxc qweqwe qwer1234 qwerqwer qwert qwert123 qwerty
qwerty!@# qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty12345678 qwerty1q qwerty2020 qwerty2023 qwerty@123 qwertyu qwertyui qwertyuio
qwertyuiop qwertz qwertz123 qwertzuiop rabbit rachel raiders rainbow ranger rangers raven raymond realmadrid rebecca redis redneck redsox ricardo
richard robert roberto roblox rocknroll rockstar rocky rodrigo rome ronald ronaldo root root123 root1234 root@123 rootroot russia rusty s123456 sadie
sakura salasana samantha samsung samsung1 samuel samurai sandra sarah saturday saturn schalke04 schatz scooby scripture sebastian secret secret1
secret123 secure security senha senha123 seoul september server server123 service sexy sexy123 sexygirl shadow shadow1 shanghai shark shelby shenzhen
sherlock shithead sifre123 silverado simon singapore singer skywalker slipknot smile smokey sniper snoopy soccer soldier soleil someone something
sommer sonic sophie sparky spartan spiderman spock spring spring2023 spring2024 starcraft stardust starlight startrek starwars steelers stephanie
stephen steven storm summer summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 sunday sunrise sunset sunshine sunshine1 superman
superman1 superuser susan suzuki sweetheart sweetie sydney sysadmin system taiwan tamara taobao tardis taylor teamo teddy teddybear temp temp123
temp1234 temporary tencent tequiero tequila teresa test test123 test1234 test12345 test@123 tester testing testtest tetris texas thomas thunder
tiffany tiger tigger timothy tokyo tokyo123 toor toor1234 topsecret tornado toronto tottenham toyota trigger trinity trojan trustno1 tupac turkey
turtle twitter tyler ubuntu unicorn universe user user123 useruser vader valentina vampire vancouver vanessa veronica victor victoria vienna vincent
virginia vodka volcano voldemort w123456 w5201314 wachtwoord walter wang1234 wang123456 warcraft warrior wasd watson webmaster website website1 weixin
welcome welcome01 welcome1 welcome123 welcome2 welcome2023 welcome2024 welcome2025 welcome@123 welkom welkom01 welkom123 wendy werder werewolf whale
whatever whiskey william windows windows10 winnie winter winter2020 winter2021 winter2022 winter2023 winter2024 wizard wo123456 woaini woaini123
woaini1314 woaini520 woaiwo woaiwojia wodemima wonderful wordpress wrangler wsxedcrfv yahoo yahoo123 yamaha yang123456 yankees yoda youtube yxcvbnm
z123456 zachary zaq!2wsx zaq12wsx zaq1xsw2 zaq1zaq1 zelda zeus zhang123 zhongguo zombie zxc123 zxc123456 zxcv1234 zxcvasdf zxcvbn zxcvbnm zxcvbnm1
zxcvbnm12 zxcvbnm123 zxcvbnm1234
`
    .trim()
    .split(/\s+/),
);
